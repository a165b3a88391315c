// Playing step by step: play, pause, speed, forwards and back.
import { focused, h } from "../dom.js";

const SPEEDS = [0.5, 1, 2, 4, 8];
const PACE = 1_400; // milliseconds of a step at speed 1

export class Player {
  #at = 0;
  #timer = null;
  speed = 1;

  /** @param {(at: number) => void} show called with the number of the step that is shown */
  constructor(show) {
    this.show = show;
    this.last = 0;
    this.slider = h("input", {
      type: "range",
      min: "0",
      "aria-label": "Step",
      "data-step": "slider",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.count = h("span", { class: "quiet" });
    const button = (text, label, act, name = null) =>
      h(
        "button",
        {
          type: "button",
          class: name,
          "data-step": label,
          "aria-label": label,
          title: label,
          onclick: act,
        },
        text,
      );
    this.playButton = button("▶", "Play", () => this.toggle(), "main");
    const speed = h(
      "select",
      {
        "aria-label": "Speed",
        "data-step": "speed",
        onchange: () => {
          this.speed = Number(speed.value);
          if (this.playing) this.#next();
        },
      },
      SPEEDS.map((times) => h("option", { value: times }, `${times}×`)),
    );
    speed.value = "1";
    this.element = h(
      "div",
      {},
      h(
        "div",
        { class: "bar player" },
        h(
          "span",
          { class: "joined" },
          button("|◀◀", "First", () => this.go(0)),
          button("|◀", "Back", () => this.go(this.#at - 1)),
          this.playButton,
          button("▶|", "Next", () => this.go(this.#at + 1)),
          button("▶▶|", "Last", () => this.go(this.last)),
        ),
        speed,
      ),
      h("div", { class: "bar" }, this.slider, this.count),
    );
  }
  get at() {
    return this.#at;
  }
  get playing() {
    return this.#timer !== null;
  }

  /** There are so many steps now; stay where one is, if that is still there. */
  reset(last, at = this.#at) {
    this.pause();
    this.last = last;
    this.slider.max = String(last);
    this.#shown(at);
  }
  /** Go to a step; that ends playing. */
  go(to) {
    this.pause();
    this.#shown(to);
  }
  #shown(to) {
    this.#at = Math.max(0, Math.min(this.last, to));
    this.slider.value = String(this.#at);
    this.count.textContent = `${this.#at} of ${this.last}`;
    this.show(this.#at);
  }

  toggle() {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.#at === this.last) this.#shown(0);
    this.#mark(true);
    this.#next();
  }
  #next() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.element.isConnected) {
        this.pause();
        return;
      }
      this.#shown(this.#at + 1);
      if (this.#at === this.last) this.pause();
      else this.#next();
    }, PACE / this.speed);
  }
  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#mark(false);
  }
  #mark(playing) {
    const label = playing ? "Pause" : "Play";
    this.playButton.textContent = playing ? "❚❚" : "▶";
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
  }
  /** Which of the controls has the focus, if one has. */
  get held() {
    return this.element.contains(focused()) ? focused().dataset.step : null;
  }
}
