// The graph that is being edited: vertices with names and places, arcs, tokens; with undo.

const MOST_UNDONE = 200;

export class Model extends EventTarget {
  #past = [];
  #future = [];
  names = [];
  places = []; // [x, y] of each vertex
  arcs = []; // [source, target] by vertex number
  tokens = []; // a vertex number for each token

  /** Change the graph by f, remembered for undo; tells who listens. */
  edit(f, { kind = "structure" } = {}) {
    this.#past.push(this.#state());
    if (this.#past.length > MOST_UNDONE) this.#past.shift();
    this.#future = [];
    f();
    this.#tell(kind);
  }

  undo() { this.#swap(this.#past, this.#future); }
  redo() { this.#swap(this.#future, this.#past); }
  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }

  #swap(from, to) {
    if (!from.length) return;
    to.push(this.#state());
    this.#restore(from.pop());
    this.#tell("structure");
  }
  #state() {
    return JSON.stringify([this.names, this.places, this.arcs, this.tokens]);
  }
  #restore(text) {
    [this.names, this.places, this.arcs, this.tokens] = JSON.parse(text);
  }
  #tell(kind) { this.dispatchEvent(new CustomEvent("change", { detail: kind })); }

  freshName() {
    for (let n = 0; ; n++) {
      const name = n < 26 ? String.fromCharCode(97 + n) : `v${n}`;
      if (!this.names.includes(name)) return name;
    }
  }
  addVertex(x, y) {
    this.edit(() => { this.names.push(this.freshName()); this.places.push([x, y]); });
    return this.names.length - 1;
  }
  rename(vertex, name) {
    const wanted = name.trim();
    if (!wanted) return "A vertex needs a name.";
    if (this.names.some((other, i) => other === wanted && i !== vertex)) return `There is a vertex ${wanted} already.`;
    this.edit(() => { this.names[vertex] = wanted; });
    return "";
  }
  removeVertex(vertex) {
    const shift = (number) => number - (number > vertex ? 1 : 0);
    this.edit(() => {
      this.names.splice(vertex, 1);
      this.places.splice(vertex, 1);
      this.arcs = this.arcs.filter(([u, v]) => u !== vertex && v !== vertex).map(([u, v]) => [shift(u), shift(v)]);
      this.tokens = this.tokens.filter((token) => token !== vertex).map(shift);
    });
  }
  hasArc(u, v) { return this.arcs.some(([a, b]) => a === u && b === v); }
  toggleArc(u, v) {
    this.edit(() => {
      if (this.hasArc(u, v)) this.arcs = this.arcs.filter(([a, b]) => a !== u || b !== v);
      else this.arcs.push([u, v]);
    });
  }
  move(vertex, x, y) { this.places[vertex] = [x, y]; this.#tell("place"); }
  addToken(vertex) { this.edit(() => this.tokens.push(vertex), { kind: "tokens" }); }
  removeToken(place) { this.edit(() => this.tokens.splice(place, 1), { kind: "tokens" }); }
  clearTokens() { this.edit(() => { this.tokens = []; }, { kind: "tokens" }); }

  /** Replace everything; vertices that are new stand on a circle until a layout places them. */
  replace(names, arcs, places = circle(names.length), tokens = []) {
    const once = new Map(arcs.map((arc) => [arc.join(), arc]));
    this.edit(() => {
      this.names = names;
      this.arcs = [...once.values()];
      this.places = places;
      this.tokens = tokens;
    });
  }

  get edgesText() {
    const quoted = (name) => (/[\s,"#]/.test(name) ? JSON.stringify(name) : name);
    const touched = new Set(this.arcs.flat());
    const lines = this.names.flatMap((name, i) => (touched.has(i) ? [] : [quoted(name)]));
    return [...lines, ...this.arcs.map(([u, v]) => `${quoted(this.names[u])} ${quoted(this.names[v])}`)].join("\n");
  }
  get graph() { return { vertices: this.names, arcs: this.arcs }; }
}

/** Read edges from text, one a line: "a b", "a -> b", "a,b", or a lone vertex. */
export function parseEdges(text) {
  const names = [];
  const numbers = new Map();
  const arcs = [];
  const number = (name) => {
    if (!numbers.has(name)) { numbers.set(name, names.length); names.push(name); }
    return numbers.get(name);
  };
  text.split("\n").forEach((line, place) => {
    const words = [...line.replace(/#.*/, "").replaceAll(/->|→/g, " ").matchAll(/"((?:[^"\\]|\\.)*)"|[^\s,;]+/g)]
      .map((match) => (match[1] === undefined ? match[0] : JSON.parse(match[0])));
    if (words.length > 2) throw new Error(`Line ${place + 1}: an edge has two ends, found ${words.length} words.`);
    if (words.length === 1) number(words[0]);
    if (words.length === 2) arcs.push([number(words[0]), number(words[1])]);
  });
  return { names, arcs };
}

export function circle(count) {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / Math.max(count, 1) - Math.PI / 2;
    const radius = Math.max(110, count * 16);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}
