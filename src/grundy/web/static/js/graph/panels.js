// What stands beside the graph: one vertex with its reasons, and tokens.
import { h, press, valueText } from "../dom.js";
import { BEING_COMPUTED, shownValue, UNKNOWN } from "./rest.js";
import { OUTCOMES } from "./view.js";

const ENDLESS = {
  N: "Whoever is to move need not let it: one of the moves wins.",
  D: "Neither player can force a win, and neither has to lose: a draw.",
};
const LONG = 24; // signs of a name, above which it fills more than a line of a table
const MOST_NAMED = 4; // winning moves in the table of all vertices
const named = (model, numbers) => numbers.map((number) => model.names[number]).join(", ");

/** One vertex: first its name and what to do with it, then its followers' values, the mex worked out,
 * outcome, counter, winning moves. The first part stays right whatever happens to other vertices. */
export function vertexPanel(model, view, act) {
  const { labels, selected: vertex } = view;
  if (vertex === null)
    return [
      h(
        "p",
        { class: "quiet" },
        press === "tap"
          ? "Tap a vertex to see why it has its value."
          : "Click a vertex, or go to one with Tab and the arrow keys and press Enter, to see why it has its value.",
      ),
      overview(view),
    ];
  const id = model.ids[vertex];
  const now = (f) => {
    const number = model.numberOf(id);
    if (number !== null) f(number);
  };
  const name = h("input", {
    type: "text",
    value: model.names[vertex],
    "aria-label": "Name",
    maxlength: "200",
    "data-id": id,
    onchange: () => now((number) => act.say(model.rename(number, name.value))),
  });
  const buttons = [
    ["Arc from or to here", (number) => view.gestures.beginArc(number)],
    ["Put a token", (number) => model.addToken(number)],
    ["Delete", (number) => model.removeVertex(number)],
  ].map(([text, f]) => h("button", { type: "button", onclick: () => now(f) }, text));
  const label = labels?.vertices[vertex];
  return [
    h(
      "div",
      {},
      h("label", { class: "field" }, h("span", {}, "Name"), name),
      h("div", { class: "bar" }, buttons),
    ),
    h("div", {}, label ? reasons(model, view, vertex, label) : []),
  ];
}

function reasons(model, view, vertex, label) {
  const { labels, isComing } = view;
  const isKnown = label.outcome !== "unknown";
  const value = shownValue(label, view);
  const rows = label.followers.map((follower) => {
    const other = labels.vertices[follower];
    return h(
      "tr",
      {},
      h("td", {}, model.names[follower]),
      h("td", {}, shownValue(other, view) || "–"),
      h("td", {}, badge(other.outcome)),
      h("td", {}, label.winning.includes(follower) ? "wins" : ""),
    );
  });
  const finite = [
    ...new Set(
      label.followers.map((v) => labels.vertices[v].value).filter((value) => value !== null),
    ),
  ].sort((a, b) => a - b);
  const counts = [
    ["counter", label.counter === null ? "∞" : String(label.counter)],
    [
      "remoteness",
      label.remoteness === null
        ? "none: it is a draw"
        : `${label.remoteness} move${label.remoteness === 1 ? "" : "s"} to the end`,
    ],
  ];
  const facts = [
    ["value", value || "not known"],
    ["outcome", OUTCOMES[label.outcome]],
    ...(label.isPartial ? [] : counts),
    ["winning moves", named(model, label.winning) || (wins(label) ? "left out here" : "none")],
    ["best move", label.best === null ? "none" : model.names[label.best]],
  ];
  return [
    h(
      "p",
      { class: "big" },
      isKnown
        ? [`${model.names[vertex]}${value ? ` has value ${value}` : ""} `, badge(label.outcome)]
        : `${model.names[vertex]}: ${isComing ? BEING_COMPUTED : UNKNOWN}.`,
    ),
    ...(isKnown
      ? [
          why(labels, label, finite),
          h(
            "dl",
            { class: "facts" },
            facts.map(([key, text]) => [h("dt", {}, key), h("dd", {}, text)]),
          ),
        ]
      : []),
    label.followers.length
      ? h(
          "table",
          {},
          h("caption", { class: "quiet" }, "Followers"),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["vertex", "value", "outcome", "move"].map((text) => h("th", { scope: "col" }, text)),
            ),
          ),
          h("tbody", {}, rows),
        )
      : null,
  ].filter(Boolean);
}

function why(labels, label, finite) {
  if (label.isPartial)
    return h(
      "p",
      {},
      "Some of what can follow is left out here. The whole game says who wins, and the value.",
    );
  const set = `{${finite.join(", ")}}`;
  const misere = labels.play === "misere";
  if (!label.followers.length)
    return h(
      "p",
      {},
      misere
        ? "It has no followers: under misère play who cannot move wins."
        : "It has no followers: mex ∅ = 0, and the player to move loses.",
    );
  if (label.value === null)
    return h(
      "div",
      {},
      h("p", {}, `From here play can go round without end. ${ENDLESS[label.outcome] ?? ""}`),
      h(
        "details",
        {},
        h("summary", {}, `More: what ∞(${finite.join(", ")}) means`),
        h(
          "p",
          {},
          `The finite values of its followers are ${set}, but no number is its value for good. As ∞(K) it wins against a Nim heap of a size in K = ${set}, and draws otherwise.`,
        ),
      ),
    );
  const higher = label.followers.some(
    (v) => labels.vertices[v].value === null || labels.vertices[v].value > label.value,
  );
  const answer = higher
    ? " A follower with a greater value, or ∞, can be answered by a move back to this value with a lower counter."
    : "";
  return h(
    "p",
    {},
    `The values of its followers are ${set}: ${counted(finite, label.mex)}, so mex ${set} = ${label.mex}.${answer}`,
  );
}

/** Count up to the mex: "0 is there, 1 is there, 2 is not". */
function counted(finite, mex) {
  const there =
    mex > 6
      ? `0 to ${mex - 1} are there`
      : Array.from({ length: mex }, (_, i) => `${i} is there`).join(", ");
  return `${there}${there ? ", " : ""}${mex} is not`;
}

/** All vertices, those of long names as they stand in the picture. */
function overview(view) {
  const { model, labels, looks } = view;
  if (!labels?.vertices.length) return "";
  const names = model.names.map((name, i) => (name.length > LONG ? looks[i].name : name));
  const rows = labels.vertices
    .slice(0, 300)
    .map((label, i) =>
      h(
        "tr",
        {},
        h("td", { title: names[i] === model.names[i] ? null : model.names[i] }, names[i]),
        h("td", {}, shownValue(label, view) || "–"),
        h("td", {}, badge(label.outcome)),
        h("td", {}, few(named({ names }, label.winning.slice(0, MOST_NAMED)), label.winning)),
      ),
    );
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "All vertices" },
    h(
      "table",
      {},
      h("caption", { class: "quiet" }, "All vertices"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["vertex", "value", "outcome", "winning moves"].map((text) =>
            h("th", { scope: "col" }, text),
          ),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

/** Names of the first winning moves, and how many more there are. */
function few(names, winning) {
  const more = winning.length - MOST_NAMED;
  return more > 0 ? `${names} and ${more} more` : names || "–";
}

export function badge(outcome) {
  const letter = outcome === "unknown" ? "?" : outcome;
  return h("span", { class: `badge ${outcome}`, title: OUTCOMES[outcome] }, letter);
}

const wins = ({ outcome }) => ["N", "unknown"].includes(outcome);

function movesHeading(sum) {
  if (sum.winning.length) return "Winning moves";
  return wins(sum) ? "The winning moves, if any, are left out here." : "There is no winning move.";
}

/** Several tokens: the sum, its value, the winning moves. */
export function tokensPanel(model, sum) {
  if (!model.tokens.length)
    return [
      h(
        "p",
        { class: "quiet" },
        "Put tokens on vertices (choose a vertex, then “Put a token”, or press t). A move takes one token along an arc.",
      ),
    ];
  const items = model.tokens.map((vertex, place) =>
    h(
      "li",
      {},
      `${model.names[vertex]} `,
      sum?.values ? `value ${valueText(sum.values[place])} ` : "",
      h(
        "button",
        {
          type: "button",
          "aria-label": `Take the token off ${model.names[vertex]}`,
          onclick: () => model.removeToken(place),
        },
        "×",
      ),
    ),
  );
  const moves = (sum?.winning ?? []).map((move) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          onclick: () =>
            model.edit(
              () => {
                model.tokens[move.token] = move.to;
              },
              { kind: "tokens" },
            ),
        },
        `${model.names[model.tokens[move.token]]} → ${model.names[move.to]}`,
      ),
      move.token === sum.best?.token && move.to === sum.best?.to ? " best" : "",
    ),
  );
  return [
    h("ul", { class: "plain" }, items),
    h("button", { type: "button", onclick: () => model.clearTokens() }, "Take all off"),
    sum
      ? h(
          "div",
          { "aria-live": "polite" },
          h(
            "p",
            { class: "big" },
            sum.sum ? `value ${valueText(sum.sum)} ` : "",
            badge(sum.outcome),
          ),
          h("h3", {}, movesHeading(sum)),
          h("ul", { class: "plain" }, moves),
          h("pre", {}, sum.explanation),
        )
      : null,
  ].filter(Boolean);
}
