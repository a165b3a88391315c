// The values that have come so far, in arrays that grow by doubling: the plot reads them in place.

const LISTED = 200; // zeros, and records

export class Values {
  #heaps = new Float64Array(1024);
  #values = new Int32Array(1024);
  length = 0;
  top = 0; // the greatest value

  push(numbers) {
    this.#grow(this.length + numbers.length);
    this.#values.set(numbers, this.length);
    for (let heap = this.length; heap < this.length + numbers.length; heap++)
      this.#heaps[heap] = heap;
    for (const value of numbers) if (value > this.top) this.top = value;
    this.length += numbers.length;
  }
  /** Zeros, records and frequencies of the values so far, as the server tells them of all. */
  summary() {
    const { values } = this;
    const found = { zero_count: 0, zeros: [], record_count: 0, records: [], frequencies: [] };
    let most = -1;
    const counts = new Uint32Array(this.top + 1);
    values.forEach((value, heap) => {
      counts[value] += 1;
      if (value === 0 && ++found.zero_count <= LISTED) found.zeros.push(heap);
      if (value <= most) return;
      most = value;
      if (++found.record_count <= LISTED) found.records.push([heap, value]);
    });
    counts.forEach((count, value) => {
      if (count) found.frequencies.push([value, count]);
    });
    return found;
  }
  /** The values so far as the lines of a file: heap, separator, value. */
  lines(separator) {
    return Array.from(this.values, (value, heap) => `${heap}${separator}${value}\n`);
  }
  get heaps() {
    return this.#heaps.subarray(0, this.length);
  }
  get values() {
    return this.#values.subarray(0, this.length);
  }

  #grow(wanted) {
    if (wanted <= this.#values.length) return;
    const size = Math.max(wanted, 2 * this.#values.length);
    const grown = (old) => {
      const fresh = new old.constructor(size);
      fresh.set(old);
      return fresh;
    };
    [this.#heaps, this.#values] = [grown(this.#heaps), grown(this.#values)];
  }
}
