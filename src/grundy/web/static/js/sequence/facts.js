// What stands beside the plot: period, zeros, records, frequencies, files, and equal games.
import { fetchFile } from "../api.js";
import { download, h } from "../dom.js";

const FREQUENT = 16;
const many = (number) => number.toLocaleString("en");

/** The rule of a game in words, and the moves that it allows from a small heap. */
export function rule(line) {
  return [
    line.rule ? h("p", {}, line.rule) : null,
    line.moves.length
      ? h(
          "details",
          {},
          h("summary", {}, "The moves from a heap of 7"),
          h(
            "ul",
            {},
            line.moves.map((name) => h("li", {}, name)),
          ),
        )
      : null,
  ].filter(Boolean);
}

/** What all the values show, as the server tells it; problem(text) is called when a file cannot be had. */
export function summary(wanted, found, problem) {
  const name = nameOf(wanted.game);
  const file = (format) => fetchFile("sequence/file", { ...wanted, format });
  const save = (format, ending, text) =>
    saving(text, async () => {
      try {
        download(`${name}${ending}`, await file(format));
      } catch (error) {
        problem(error.message);
      }
    });
  const buttons = [
    save("csv", ".csv", "CSV"),
    save("b-file", "-b-file.txt", "b-file"),
    found.certificate
      ? save("certificate", "-certificate.json", "Certificate of the period")
      : null,
    found.theorem ? save("theorem", "-period.v", "Theorem for Coq") : null,
  ];
  const stated = found.theorem ? theorem(found.period, () => file("theorem")) : [];
  return facts(verdict(wanted, found), [...stated, downloads(buttons)], wanted.stop, found);
}

/** What the theorem on a period says; its file, as Coq reads it, is fetched when it is opened. */
function theorem({ preperiod, period, saltus }, file) {
  const rise = saltus ? ` + ${many(saltus)}` : "";
  const text = h("pre", { tabindex: "0" }, "…");
  const read = async () => {
    try {
      text.textContent = await (await file()).text();
    } catch (error) {
      text.textContent = error.message;
    }
  };
  return [
    h(
      "p",
      { class: "theorem" },
      h("strong", {}, "Theorem. "),
      `G(n + ${many(period)}) = G(n)${rise} for every heap n\u00a0≥\u00a0${many(preperiod)}; no shorter period is one, and none begins earlier.`,
    ),
    h(
      "details",
      { ontoggle: ({ target }) => target.open && text.textContent === "…" && read() },
      h("summary", {}, "As the proof assistant Coq reads it"),
      h("div", { class: "presentation" }, text),
    ),
  ];
}

/** What the values show that were there when the computation was stopped; all of it stands in the page. */
export function partial(wanted, values) {
  const name = `${nameOf(wanted.game)}-to-${values.length - 1}`;
  const save = (ending, text, header, separator) =>
    saving(text, () =>
      download(`${name}${ending}`, new Blob([header, ...values.lines(separator)])),
    );
  const buttons = [
    save(".csv", "CSV", "heap,value\n", ","),
    save("-b-file.txt", "b-file", "", " "),
  ];
  return facts(
    `Stopped after ${many(values.length)} values, before a period was looked for.`,
    [downloads(buttons)],
    values.length,
    values.summary(),
  );
}

const downloads = (buttons) =>
  h("div", { class: "bar", role: "group", "aria-label": "Download" }, buttons);

function facts(statement, proof, stop, found) {
  const often = [...found.frequencies].sort((a, b) => b[1] - a[1]);
  const zeros = found.zero_count;
  return [
    h("p", { class: "found" }, statement),
    ...proof,
    h("h3", {}, "Zeros"),
    h(
      "p",
      {},
      zeros
        ? `${many(zeros)} heap${zeros === 1 ? " has" : "s have"} value 0 (P-positions): ${found.zeros.join(", ")}${zeros > found.zeros.length ? ", …" : ""}`
        : "No heap has value 0.",
    ),
    h("h3", {}, "Records"),
    h(
      "p",
      {},
      "Heap → value: ",
      found.records.map(([heap, value]) => `${many(heap)} → ${many(value)}`).join(", "),
      found.record_count > found.records.length ? `, … (${many(found.record_count)} in all)` : ".",
    ),
    h("h3", {}, "Frequencies"),
    frequencies(stop, often),
  ];
}

/** What is known of a period, in a sentence. */
export function verdict(wanted, { period: found, guess, certificate }) {
  const statement = ({ period: length, preperiod, saltus }) =>
    `Period ${many(length)}${saltus ? ` with saltus ${many(saltus)}` : ""} from heap ${many(preperiod)} on`;
  if (found)
    return `${statement(found)}, proved${certificate ? "" : " by a formula for all values"}.`;
  if (guess) return `${statement(guess)} is seen up to heap ${many(wanted.stop - 1)}, not proved.`;
  return `Periodic? Not known: up to heap ${many(wanted.stop - 1)} no period is proved, and none is seen.`;
}

export function nameOf(game) {
  return game.replaceAll(/[^\w.-]+/g, "-").replaceAll(/^[-.]+|[-.]+$/g, "") || "values";
}
function saving(text, onclick) {
  return h("button", { type: "button", onclick }, text);
}

function frequencies(stop, often) {
  const most = often[0]?.[1] ?? 1;
  const share = (count) => `${((100 * count) / stop).toFixed(1)} %`;
  const rows = often.slice(0, FREQUENT).map(([value, count]) =>
    h(
      "tr",
      {},
      h("td", { class: "number" }, many(value)),
      h("td", { class: "number" }, many(count)),
      h(
        "td",
        { class: "share" },
        h("progress", {
          max: String(most),
          value: count,
          "aria-label": `Value ${value}: ${share(count)}`,
        }),
        ` ${share(count)}`,
      ),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Frequencies" },
    h(
      "table",
      {},
      h(
        "caption",
        { class: "quiet" },
        often.length > FREQUENT
          ? `How often the ${FREQUENT} most frequent of ${many(often.length)} values occur`
          : "How often each value occurs",
      ),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col", class: "number" }, "value"),
          h("th", { scope: "col", class: "number" }, "heaps"),
          h("th", { scope: "col" }, "share"),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

/** What is proved, looks like or fails, and links to games with the same values. */
export function known(found, choose) {
  const sentences = [
    ...(found.proved ? [found.proved] : []),
    ...found.conjectures,
    ...found.failed,
  ];
  const equal = found.equal.map(({ name, game, text }) =>
    h(
      "li",
      {},
      h(
        "a",
        {
          href: "#sequence",
          onclick: (event) => {
            event.preventDefault();
            choose(game);
          },
        },
        name,
      ),
      ` – ${text}`,
    ),
  );
  return [
    h("h3", {}, `From the first ${many(found.stop)} heaps`),
    ...(sentences.length
      ? sentences.map((text) => h("p", {}, text))
      : [h("p", {}, "No formula is found.")]),
    h("h3", {}, "Games with the same values"),
    equal.length ? h("ul", {}, equal) : h("p", {}, "None is known here."),
  ];
}
