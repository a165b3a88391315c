// The graph that is being edited: vertices with names and places, arcs, tokens; with undo.

const MOST_UNDONE = 200;
const MOST_REMEMBERED = 20_000_000; // characters of all that can be undone
export const MOST_VERTICES = 2_000;
export const MOST_ARCS = 20_000;

export class Model extends EventTarget {
  #past = [];
  #future = [];
  #keys = null;
  #lastId = 0;
  #nudged = null; // the id of the vertex that a run of small moves is of
  changes = 0; // how often something changed
  names = [];
  ids = []; // of the vertices: a number changes when an earlier vertex goes, an id never does
  places = []; // [x, y] of each vertex
  arcs = []; // [source, target] by vertex number
  tokens = []; // a vertex number for each token
  /** @type {import("./rest.js").Known | null} */
  known = null; // what a game says of its positions, until the drawing is another one

  /** Change the graph by f, remembered for undo; tells who listens. */
  edit(f, { kind = "structure" } = {}) {
    this.#past.push(this.#state());
    const most = Math.max(
      5,
      Math.min(MOST_UNDONE, Math.floor(MOST_REMEMBERED / this.#past.at(-1).text.length)),
    );
    while (this.#past.length > most) this.#past.shift();
    this.#future = [];
    this.#nudged = null;
    if (kind === "structure") this.known = null;
    f();
    this.#tell(kind);
  }
  /** What was done so far is where the editing begins. */
  forget() {
    this.#past = [];
    this.#future = [];
    this.#tell("history");
  }
  /** The last change and the one before count as one: a layout belongs to what it lays out. */
  joinUndo() {
    if (this.#past.length > 1) {
      this.#past.pop();
      this.#tell("history");
    }
  }

  undo() {
    this.#swap(this.#past, this.#future);
  }
  redo() {
    this.#swap(this.#future, this.#past);
  }
  /** How many changes can be undone. */
  get steps() {
    return this.#past.length;
  }
  get canUndo() {
    return this.#past.length > 0;
  }
  get canRedo() {
    return this.#future.length > 0;
  }

  /** All that is drawn, as text: two graphs are the same where this is. */
  get text() {
    return textOf(this);
  }
  /**
   * Undo or redo as many steps as lead to a state with this text.
   *
   * @param {string} text
   * @returns {boolean} whether there is one
   */
  go(text) {
    if (this.text === text) return true;
    const same = (state) => state.text === text;
    const back = this.#past.findLastIndex(same);
    const forth = this.#future.findLastIndex(same);
    if (back < 0 && forth < 0) return false;
    if (back >= 0) while (this.text !== text) this.#step(this.#past, this.#future);
    else while (this.text !== text) this.#step(this.#future, this.#past);
    this.#tell("structure");
    return true;
  }

  #swap(from, to) {
    if (!from.length) return;
    this.#step(from, to);
    this.#tell("structure");
  }
  #step(from, to) {
    to.push(this.#state());
    const { ids, text } = from.pop();
    Object.assign(this, parts(text));
    this.ids = JSON.parse(ids);
    this.#nudged = null;
  }
  #state() {
    return { ids: JSON.stringify(this.ids), text: this.text };
  }
  #tell(kind, vertex = null) {
    if (kind === "structure") this.#keys = null;
    if (kind !== "history") this.changes++;
    this.dispatchEvent(new CustomEvent("change", { detail: { kind, vertex } }));
  }

  /** The number that the vertex of an id has now, or null. */
  numberOf(id) {
    const number = this.ids.indexOf(id);
    return number < 0 ? null : number;
  }
  freshName() {
    for (let n = 0; ; n++) {
      const name = n < 26 ? String.fromCharCode(97 + n) : `v${n}`;
      if (!this.names.includes(name)) return name;
    }
  }
  addVertex(x, y) {
    this.edit(() => {
      this.names.push(this.freshName());
      this.ids.push(++this.#lastId);
      this.places.push([x, y]);
    });
    return this.names.length - 1;
  }
  rename(vertex, name) {
    const wanted = name.trim().slice(0, 200);
    if (!wanted) return "A vertex needs a name.";
    if (this.names.some((other, i) => other === wanted && i !== vertex))
      return `There is a vertex ${wanted} already.`;
    this.edit(
      () => {
        this.names[vertex] = wanted;
      },
      { kind: "name" },
    );
    return "";
  }
  removeVertex(vertex) {
    const shift = (number) => number - (number > vertex ? 1 : 0);
    this.edit(() => {
      this.names.splice(vertex, 1);
      this.ids.splice(vertex, 1);
      this.places.splice(vertex, 1);
      this.arcs = this.arcs
        .filter(([u, v]) => u !== vertex && v !== vertex)
        .map(([u, v]) => [shift(u), shift(v)]);
      this.tokens = this.tokens.filter((token) => token !== vertex).map(shift);
    });
  }
  hasArc(u, v) {
    this.#keys ??= new Set(this.arcs.map((arc) => arc.join()));
    return this.#keys.has(`${u},${v}`);
  }
  toggleArc(u, v) {
    this.edit(() => {
      if (this.hasArc(u, v)) this.arcs = this.arcs.filter(([a, b]) => a !== u || b !== v);
      else this.arcs.push([u, v]);
      this.#keys = null;
    });
  }
  move(vertex, x, y) {
    this.places[vertex] = [x, y];
    this.#tell("place", vertex);
  }
  /** Move a vertex a little, by keyboard: a run of such moves is undone as one. */
  nudge(vertex, dx, dy) {
    const id = this.ids[vertex];
    if (this.#nudged !== id) this.edit(() => {}, { kind: "place" });
    this.#nudged = id;
    const [x, y] = this.places[vertex];
    this.move(vertex, x + dx, y + dy);
  }
  addToken(vertex) {
    this.edit(() => this.tokens.push(vertex), { kind: "tokens" });
  }
  removeToken(place) {
    this.edit(() => this.tokens.splice(place, 1), { kind: "tokens" });
  }
  clearTokens() {
    this.edit(
      () => {
        this.tokens = [];
      },
      { kind: "tokens" },
    );
  }

  /** Replace everything; vertices that are new stand on a circle until a layout places them. */
  /** A game has said more of its positions. */
  know(known) {
    this.known = known;
    this.#tell("known");
  }
  replace(names, arcs, places = circle(names.length), tokens = [], known = null) {
    const once = new Map(arcs.map((arc) => [arc.join(), arc]));
    this.edit(() => {
      this.names = names;
      this.ids = names.map(() => ++this.#lastId);
      this.arcs = [...once.values()];
      this.places = places;
      this.tokens = tokens;
      this.known = known;
    });
  }

  get edgesText() {
    const quoted = (name) =>
      name === "" || /[\s,;"#→]|->/.test(name) ? `"${name.replaceAll(/["\\]/g, "\\$&")}"` : name;
    const touched = new Set(this.arcs.flat());
    const lines = this.names.flatMap((name, i) => (touched.has(i) ? [] : [quoted(name)]));
    return [
      ...lines,
      ...this.arcs.map(([u, v]) => `${quoted(this.names[u])} ${quoted(this.names[v])}`),
    ].join("\n");
  }
  get graph() {
    return { vertices: this.names, arcs: this.arcs };
  }
}

/** A drawing as text: two are the same where this is. */
export const textOf = ({ names, places, arcs, tokens, known = null }) =>
  JSON.stringify([names, places, arcs, tokens, known]);
/** What such a text holds. */
export const parts = (text) => {
  const [names, places, arcs, tokens, known = null] = JSON.parse(text);
  return { names, places, arcs, tokens, known };
};

/** Read edges from text, one a line: "a b", "a -> b", "a,b", or a lone vertex. */
export function parseEdges(text) {
  const names = [];
  const numbers = new Map();
  const arcs = [];
  const number = (name) => {
    if (!numbers.has(name)) {
      numbers.set(name, names.length);
      names.push(name);
    }
    return numbers.get(name);
  };
  text.split(/\r?\n/).forEach((line, place) => {
    const words = wordsOf(line, place + 1);
    if (words.length > 2)
      throw new Error(
        `Line ${place + 1}: an edge has two ends, found ${words.length} words; put quotes round a name with spaces.`,
      );
    if (words.length === 1) number(words[0]);
    if (words.length === 2) arcs.push([number(words[0]), number(words[1])]);
  });
  requireSmall(names.length, arcs.length);
  return { names, arcs };
}

function wordsOf(line, place) {
  const words = [];
  const pattern = /\s+|,|;|->|→|(#.*)|"((?:[^"\\]|\\.)*)"|((?:(?!->)[^\s,;→"#])+)|(")/gy;
  for (const [, , quoted, plain, lone] of line.matchAll(pattern)) {
    if (lone) throw new Error(`Line ${place}: a quotation mark has no partner.`);
    const word = plain ?? quoted?.replaceAll(/\\(.)/g, "$1");
    if (word !== undefined) words.push(word);
    if (word?.length > 200) throw new Error(`Line ${place}: a name has at most 200 characters.`);
  }
  return words;
}

export function requireSmall(vertices, arcs) {
  if (vertices > MOST_VERTICES || arcs > MOST_ARCS)
    throw new Error(
      "The page shows 2,000 vertices and 20,000 arcs at most; use grundy label for larger graphs.",
    );
}

/** Places on a circle, so far apart that vertices of these widths have room. */
export function circle(count, widest = 0) {
  const radius = Math.max(110, count * 16, (count * (widest + 15)) / Math.PI);
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / Math.max(count, 1) - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}
