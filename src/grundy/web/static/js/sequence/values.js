// The values that have come so far, in arrays that grow by doubling: the plot reads them in place.

export class Values {
  #heaps = new Float64Array(1024);
  #values = new Int32Array(1024);
  length = 0;
  top = 0; // the greatest value

  push(numbers) {
    this.#grow(this.length + numbers.length);
    this.#values.set(numbers, this.length);
    for (let heap = this.length; heap < this.length + numbers.length; heap++) this.#heaps[heap] = heap;
    for (const value of numbers) if (value > this.top) this.top = value;
    this.length += numbers.length;
  }
  get heaps() { return this.#heaps.subarray(0, this.length); }
  get values() { return this.#values.subarray(0, this.length); }

  #grow(wanted) {
    if (wanted <= this.#values.length) return;
    const size = Math.max(wanted, 2 * this.#values.length);
    const grown = (old) => { const fresh = new old.constructor(size); fresh.set(old); return fresh; };
    [this.#heaps, this.#values] = [grown(this.#heaps), grown(this.#values)];
  }
}
