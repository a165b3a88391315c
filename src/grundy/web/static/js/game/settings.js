// Who plays, who begins, and who wins: one line above the board, which opens to be changed.
import { choice, h } from "../dom.js";
import { OPPONENTS } from "./words.js";

const RULES = {
  normal: "whoever makes the last move wins",
  misere: "whoever makes the last move loses (misère)",
};

/** The settings of a play in one line. @param {import("./play.js").Play} play */
export function line(play) {
  const rules = RULES[play.rules];
  if (!play.alone) return `Two players · ${rules}`;
  const [name, strength] = OPPONENTS[play.against];
  const begins = play.first === 1 ? "You begin" : `${name} begins`;
  return `${begins} against ${name}, who ${strength} · ${rules}`;
}

export class Settings {
  /**
   * @param {import("./play.js").Play} play
   * @param {{set: (name: string, value: any) => void, start: (text: string) => void}} act
   */
  constructor(play, act) {
    this.play = play;
    this.position = h("input", {
      type: "text",
      id: "play-position",
      spellcheck: "false",
      autocomplete: "off",
      "aria-describedby": "play-how",
    });
    this.how = h("p", { class: "quiet", id: "play-how" });
    this.line = h("span", {});
    this.against = choice(
      "Against",
      [
        ...Object.entries(OPPONENTS).map(([key, [name, strength]]) => [
          key,
          `${name}, who ${strength}`,
        ]),
        ["person", "another person here"],
      ],
      play.against,
      (value) => act.set("against", value),
    );
    this.first = choice(
      "Who begins",
      [
        ["1", "I"],
        ["2", "the opponent"],
      ],
      "1",
      (value) => act.set("first", Number(value)),
    );
    this.rules = choice("The rule", Object.entries(RULES), "normal", (value) =>
      act.set("rules", value),
    );
    const form = h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          this.element.open = false;
          act.start(this.position.value);
        },
      },
      h(
        "label",
        { class: "field", for: "play-position" },
        h("span", {}, "Position, such as kayles 5 7 + wythoff 8,12"),
        this.position,
      ),
      this.how,
      h("div", { class: "bar" }, h("button", { type: "submit", class: "main" }, "Start")),
    );
    this.element = h(
      "details",
      { class: "play-setup" },
      h("summary", {}, this.line, " · ", h("span", { class: "change" }, "change")),
      h("div", { class: "play-choices" }, this.against, this.first, this.rules),
      form,
    );
  }

  /** How a position of a game is written. */
  explain(how) {
    this.how.textContent = how ? `A position is ${how}.` : "";
  }
  /** Show the settings of the play. */
  show() {
    const { play } = this;
    this.position.value = play.start;
    for (const [element, value] of [
      [this.against, play.against],
      [this.first, String(play.first)],
      [this.rules, play.rules],
    ])
      element.querySelector("select").value = value;
  }
  update() {
    this.line.textContent = line(this.play);
    this.first.hidden = !this.play.alone;
  }
}
