// The history as an upright chart: who can win after each move, and how far off the end is.
import { h, s } from "../dom.js";
import { miniature } from "./miniature.js";
import { short } from "./words.js";

const STEP = 54; // pixels from one move to the next; .play-step is as high
const HALF = 70; // from the middle to either side
const LEAST = 7; // a point beside the middle is seen to be off it

/**
 * Where the points of the chart are, from the middle: to the left where player 1 wins, to the
 * right where player 2 does, and the further the longer the play lasts.
 *
 * @param {{wins: number | null, remoteness: number | null}[]} steps
 * @returns {{x: number, isSure: boolean}[]} not sure is what has no remoteness
 */
export function points(steps) {
  const most = Math.max(1, ...steps.map((step) => step.remoteness ?? 0));
  return steps.map(({ wins, remoteness }) => {
    const side = wins === 1 ? -1 : wins === 2 ? 1 : 0;
    const far = remoteness === null ? HALF / 2 : LEAST + ((HALF - LEAST - 16) * remoteness) / most;
    return { x: side * far, isSure: side === 0 ? wins !== null : remoteness !== null };
  });
}

export class Chart {
  /** @type {((drawing: any, widest: number) => Element) | null} */
  smallDrawing = null; // comes with the first drawing

  constructor() {
    this.list = h("ol", { class: "plain" });
    this.lines = h("div", { class: "play-lines" });
    this.scroll = h(
      "div",
      {
        class: "play-history",
        tabindex: "0",
        role: "group",
        "aria-label": "Moves so far, and who wins after each",
      },
      this.lines,
      this.list,
    );
    this.peek = h("figure", { class: "play-peek", hidden: true, "aria-hidden": "true" });
    this.head = h("p", { class: "play-sides", "aria-hidden": "true" });
    this.chart = h("div", { class: "play-chart" }, this.head, this.scroll, this.peek);
    this.element = h(
      "section",
      { class: "card play-past", "aria-label": "History", hidden: true },
      h("h2", {}, "History"),
      this.chart,
    );
  }

  /** Show a play; moves that gave something away are marked where it is judged. */
  show(play) {
    const steps = play.line.map((node, at) => ({
      wins: play.judging ? play.wins(at) : null,
      remoteness: (play.judging && node.judged?.remoteness) ?? null,
      isMistake: play.judging && at > 0 && play.changed(at),
    }));
    this.head.hidden = !play.judging;
    this.element.hidden = play.line.length < 2;
    this.chart.classList.toggle("unjudged", !play.judging); // its line takes no room then
    this.head.replaceChildren(
      h("span", {}, `◀ ${brief(play.name(1))}`),
      h("span", {}, `${brief(play.name(2))} ▶`),
    );
    this.lines.replaceChildren(drawing(steps, play.at));
    this.list.replaceChildren(...play.line.map((node, at) => this.step(play, node, at, steps[at])));

    this.scroll.scrollTop = play.at * STEP - this.scroll.clientHeight / 2 + STEP;
  }
  step(play, node, at, { wins, remoteness, isMistake }) {
    const mover = at ? brief(play.name(2 - (at % 2))) : "";
    const what = at ? play.called(node.move, at - 1) : play.start || "nothing";
    const text = winsText(play, node, wins, remoteness);
    const flag =
      wins === 0 || play.wins(at - 1) === 0 ? "the outcome changes" : "the win changes hands";
    const button = h(
      "button",
      {
        type: "button",
        "aria-current": at === play.at ? "step" : null,
        onclick: () => play.goTo(at),
        onpointerenter: () => this.look(node, button),
        onpointerleave: () => this.look(null),
        onfocus: () => this.look(node, button),
        onblur: () => this.look(null),
      },
      h(
        "span",
        { class: "what", title: what },
        h("span", { class: "who" }, at ? `${at}. ${mover}: ` : "Start: "),
        what,
      ),
      h(
        "span",
        { class: "wins" },
        isMistake ? h("strong", { class: "flag" }, `⚑ ${flag}. `) : null,
        text,
      ),
    );
    return h("li", { class: `play-step${isMistake ? " changed" : ""}` }, button);
  }

  /** Show the board of a step beside it, or none. */
  look(node, button = null) {
    this.peek.hidden = !node;
    if (!node) return;
    this.peek.replaceChildren(...miniature(node, this.smallDrawing));
    const top = button.getBoundingClientRect().top - this.chart.getBoundingClientRect().top;
    this.peek.style.top = `${top}px`;
  }
}

/** A player where there is little room. */
const brief = (name) => name.replace("The computer", "Computer");

function winsText(play, node, wins, remoteness) {
  if (wins === null) return "";
  const winner = wins === 0 ? "a draw" : `${brief(play.name(wins))} can win`;
  const soon = wins && remoteness ? ` in ${remoteness}` : "";
  const { value = null } = node.judged;
  const valued = value !== null && play.rules === "normal" ? ` · value ${short(value)}` : "";
  return `${winner}${soon}${valued}`;
}

function drawing(steps, at) {
  const found = points(steps);
  const y = (i) => (i + 0.5) * STEP;
  const high = steps.length * STEP;
  const line = found.map(({ x }, i) => `${x.toFixed(1)},${y(i)}`).join(" ");
  return s(
    "svg",
    {
      width: 2 * HALF,
      height: high,
      viewBox: `${-HALF} 0 ${2 * HALF} ${high}`,
      "aria-hidden": "true",
    },
    s("line", { class: "middle", x1: 0, x2: 0, y1: 0, y2: high }),
    s("polyline", { class: "course", points: line }),
    found.map(({ x, isSure }, i) =>
      s(
        "g",
        {
          class: [
            "point",
            steps[i].wins === 1 ? "first" : steps[i].wins === 2 ? "second" : "none",
            isSure ? "" : "unsure",
            i === at ? "current" : "",
          ].join(" "),
          transform: `translate(${x.toFixed(1)} ${y(i)})`,
        },
        steps[i].isMistake ? s("circle", { class: "mistake", r: 13 }) : null,
        steps[i].wins === 2
          ? s("rect", { class: "dot", x: -6, y: -6, width: 12, height: 12 })
          : s("circle", { class: "dot", r: 6.5 }),
      ),
    ),
  );
}
