// A play on the drawing: a token goes from vertex to vertex, and whoever cannot move has lost, or
// under misère play won. The opponent's moves are those that the labels call best.
import { toPlay } from "../bridges.js";
import { choice, h, Press, press } from "../dom.js";

const PATIENCE = 650; // milliseconds until the opponent's move is made, so that it is seen
const REPETITIONS = 3;
/** @type {Record<string, string>} */
const OPPONENTS = { perfect: "Ada", random: "Rae" };
/** @type {[string, string][]} */
const CHOICES = [
  ["perfect", "Ada, who never errs"],
  ["random", "Rae, who plays at random"],
  ["person", "another person"],
];

export class Walk {
  #line = []; // the ids of the vertices on which the token has stood
  #timer = null;
  against = "perfect";
  first = 0; // the player that you are
  values = false; // whether values are shown, and with them who wins

  /** @param {any} part the part "Graph" */
  constructor(part) {
    this.part = part;
    this.model = part.model;
    this.view = part.view;
  }
  /** The vertex where the token stands, or null. */
  get at() {
    return this.#line.length ? this.model.numberOf(this.#line.at(-1)) : null;
  }
  get #player() {
    return (this.#line.length - 1) % 2;
  }
  get #isMine() {
    return this.against === "person" || this.#player === this.first;
  }
  get #isDrawn() {
    const here = this.#line.filter((id, i) => id === this.#line.at(-1) && i % 2 === this.#player);
    return here.length >= REPETITIONS;
  }
  get #followers() {
    const { at, model } = this;
    return model.arcs.filter(([from]) => from === at).map(([, to]) => to);
  }
  /** Whether a click on a vertex moves the token there. */
  leadsTo(vertex) {
    return this.#isMine && !this.#isDrawn && this.model.hasArc(this.at, vertex);
  }

  /** Put the token on a vertex: the chosen one, or that of a token, or the first with a move. */
  begin(from = this.view.selected ?? this.model.tokens[0] ?? this.model.arcs[0]?.[0] ?? null) {
    this.first = 0;
    this.#line = from === null ? [] : [this.model.ids[from]];
    this.view.select(null);
    this.part.element.classList.add("walking");
    this.changed();
    this.part.status.parentElement.scrollIntoView({ block: "nearest" });
  }
  /** Take the token off the drawing. */
  end() {
    clearTimeout(this.#timer);
    this.#line = [];
    this.view.walk = this.view.steps = null;
    this.part.element.classList.remove("walking");
    this.part.legend.element.hidden = false;
    this.part.say("");
    this.view.draw();
  }
  /** Move the token to a vertex, if an arrow leads there. */
  go(vertex) {
    if (this.leadsTo(vertex)) this.#move(vertex);
    else if (this.#isMine && vertex !== this.at)
      this.part.say(`No arrow leads from ${this.#name()} to ${this.model.names[vertex]}.`);
  }
  #move(vertex) {
    this.#line.push(this.model.ids[vertex]);
    this.changed();
  }
  #back() {
    const steps = this.against !== "person" && this.#isMine && this.#line.length > 2 ? 2 : 1;
    this.#line = this.#line.slice(0, -steps);
    if (!this.#isMine) this.first = this.#player; // who takes back the opponent's first move
    this.changed();
  }
  #answer() {
    const label = this.view.labels?.vertices[this.at];
    if (!label) this.#wait();
    else if (this.against === "random")
      this.#move(label.followers[Math.floor(Math.random() * label.followers.length)]);
    else this.#move(label.best ?? label.followers[0]);
  }
  #wait() {
    clearTimeout(this.#timer);
    if (!this.#isMine && this.#followers.length && !this.#isDrawn)
      this.#timer = setTimeout(() => this.at !== null && this.#answer(), PATIENCE);
  }
  /** The token stands elsewhere, or what is shown is other. */
  changed() {
    this.view.walk = this.at === null ? null : this;
    this.view.steps = this.values || this.at === null ? null : new Map();
    this.part.legend.element.hidden = Boolean(this.view.steps); // no values, and no colours
    this.view.draw();
    if (this.at !== null) this.view.camera.reveal(this.model.places[this.at]);
    this.part.say(this.#sentence());
    this.part.show();
    this.#wait();
  }

  // ---- words ------------------------------------------------------------------------------------

  #name(back = 1) {
    return this.model.names[this.model.numberOf(this.#line.at(-back))];
  }
  #who(player) {
    if (this.against === "person") return `Player ${player + 1}`;
    return player === this.first ? "You" : OPPONENTS[this.against];
  }
  #sentence() {
    if (this.at === null) return "Choose the vertex where the token is to stand, and begin.";
    const player = this.#player;
    const moved =
      this.#line.length > 1
        ? `${this.#who(1 - player)} moved from ${this.#name(2)} to ${this.#name()}. `
        : `The token stands on ${this.#name()}. `;
    if (this.#isDrawn) return `${moved}It stood there ${REPETITIONS} times: a draw.`;
    if (!this.#followers.length) {
      const winner = this.#who(this.part.play === "misere" ? player : 1 - player);
      const stuck = this.#who(player);
      const wins = winner === "You" ? "you win" : `${winner} wins`;
      return `${moved}${stuck === "You" ? "You have" : `${stuck} has`} no move: ${wins}!`;
    }
    if (!this.#isMine) return `${moved}${this.#who(player)} is thinking …`;
    const turn = this.against === "person" ? `${this.#who(player)}: ${press}` : Press;
    return `${moved}${turn} a vertex that an arrow leads to.`;
  }
  /** What stands beside the drawing. */
  content() {
    const button = (text, onclick, disabled = false) =>
      h("button", { type: "button", onclick, disabled }, text);
    const start = this.#line.length ? this.model.numberOf(this.#line[0]) : null;
    const opponent = choice("Against", CHOICES, this.against, (value) => {
      this.against = value;
      if (this.at === null || !this.#followers.length) this.part.show();
      else this.changed();
    });
    const values = h("input", {
      type: "checkbox",
      checked: this.values,
      onchange: () => {
        this.values = values.checked;
        this.changed();
      },
    });
    const moves = this.at !== null && this.#isMine && !this.#isDrawn ? this.#followers : [];
    return [
      moves.length ? h("h3", {}, "Move the token to") : h("h3", {}, "The token"),
      h(
        "div",
        { class: "bar" },
        moves.map((vertex) => button(this.model.names[vertex], () => this.go(vertex))),
      ),
      h(
        "div",
        { class: "bar" },
        button("Take back", () => this.#back(), this.#line.length < 2),
        button("Play again", () => this.begin(start ?? undefined)),
        button(
          "The other begins",
          () => {
            this.first = 1;
            this.changed();
          },
          this.#line.length !== 1 || this.against === "person",
        ),
      ),
      h("div", { class: "bar" }, opponent, h("label", {}, values, "Show the values")),
      button("With hints, in the part Game", () => playElsewhere(this.part, this.at)),
    ];
  }
}

/** Go to the part "Game", where a token walks along the arcs, or several at once. */
export function playElsewhere(part, at) {
  const { names, arcs, tokens } = part.model;
  const hash = toPlay({ names, arcs, tokens: at === null ? tokens : [at] }, -1);
  if (hash) location.hash = hash;
  else part.say("To be played, the graph needs an arc, and a token or chosen vertex on one.");
}
