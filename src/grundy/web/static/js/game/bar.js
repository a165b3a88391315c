// The buttons below the board: back and forth, help, another play, and what is to be seen.
import { h } from "../dom.js";

export class Bar {
  /**
   * @param {import("./play.js").Play} play
   * @param {{offer: Element, hint: () => void, go: () => void, again: () => void, share: () => void,
   *   help: (name: "judging" | "colouring", on: boolean) => void}} act
   */
  constructor(play, act) {
    this.play = play;
    this.offer = /** @type {HTMLElement} */ (act.offer);
    const button = (text, onclick) => h("button", { type: "button", onclick }, text);
    const switched = (name, text) => {
      const box = h("input", {
        type: "checkbox",
        id: `play-${name}`,
        onchange: () => act.help(name, box.checked),
      });
      return h("label", { for: `play-${name}` }, box, text);
    };
    this.undo = button("Undo", () => play.undo());
    this.redo = button("Redo", () => play.redo());
    this.hint = button("Hint", act.hint);
    this.again = button("Play again", act.again);
    this.go = button("", act.go);
    const waiting = [this.undo, this.redo, this.hint, this.again, this.go];
    for (const one of waiting) one.disabled = true; // until a play has begun
    this.go.hidden = true;
    this.element = h(
      "div",
      { class: "bar play-buttons" },
      act.offer,
      this.undo,
      this.redo,
      this.hint,
      this.go,
      this.again,
      button("Share", act.share),
      document.fullscreenEnabled ? button("Full screen", fill) : null,
      h("span", { class: "gap" }),
      h(
        "span",
        { class: "play-switches" },
        switched("judging", "Say who wins"),
        switched("colouring", "Colour the moves"),
      ),
    );
  }
  update() {
    const { play } = this;
    this.undo.disabled = play.at === 0;
    this.redo.disabled = play.at >= play.line.length - 1;
    this.hint.disabled = play.over;
    this.again.disabled = this.go.disabled = false;
    this.go.textContent = `${play.name(play.player)}, move`;
    this.go.hidden = !(play.computersTurn && !play.busy && !play.over);
    this.again.classList.toggle("main", play.over && this.offer.hidden);
  }
}

/** Let the page take the whole screen, with its switches of light, dark and large, or give it back. */
function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
}
