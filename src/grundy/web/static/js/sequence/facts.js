// What stands beside the plot: period, zeros, records, frequencies, files, and equal games.
import { fetchFile } from "../api.js";
import { download, h } from "../dom.js";

const FREQUENT = 16;
const many = (number) => number.toLocaleString("en");

export function summary(wanted, found, problem) {
  const often = [...found.frequencies].sort((a, b) => b[1] - a[1]);
  const zeros = found.zero_count;
  return [h("p", { class: "found", role: "status" }, period(wanted, found)), files(wanted, found, problem),
    h("h3", {}, "Zeros"), h("p", {}, zeros ? `${many(zeros)} heap${zeros === 1 ? " has" : "s have"} value 0 (P-positions): ${found.zeros.join(", ")}${zeros > found.zeros.length ? ", …" : ""}` : "No heap has value 0."),
    h("h3", {}, "Records"), h("p", {}, "Heap → value: ", found.records.slice(-24).map(([heap, value]) => `${many(heap)} → ${many(value)}`).join(", ")),
    h("h3", {}, "Frequencies"), frequencies(wanted, often)];
}

function period(wanted, { period: found, guess }) {
  const told = ({ period: length, preperiod, saltus }) => `Period ${many(length)}${saltus ? ` with saltus ${many(saltus)}` : ""} from heap ${many(preperiod)} on`;
  if (found) return `${told(found)}, proved.`;
  if (guess) return `${told(guess)} is seen up to heap ${many(wanted.stop - 1)}, not proved.`;
  return `No period: none found up to heap ${many(wanted.stop - 1)}.`;
}

function files(wanted, found, problem) {
  const name = wanted.game.replaceAll(/[^\w.-]+/g, "-").replaceAll(/^[-.]+|[-.]+$/g, "") || "values";
  const save = (format, ending, text) => h("button", { type: "button", onclick: async () => {
    try { download(`${name}${ending}`, await fetchFile("sequence/file", { ...wanted, format })); } catch (error) { problem(error.message); }
  } }, text);
  return h("div", { class: "bar", role: "group", "aria-label": "Download" }, save("csv", ".csv", "CSV"), save("b-file", "-b-file.txt", "b-file"),
    found.period?.proved ? save("certificate", "-certificate.json", "Certificate of the period") : null);
}

function frequencies(wanted, often) {
  const most = often[0]?.[1] ?? 1;
  const share = (count) => `${((100 * count) / wanted.stop).toFixed(1)} %`;
  const rows = often.slice(0, FREQUENT).map(([value, count]) => h("tr", {}, h("td", { class: "number" }, many(value)), h("td", { class: "number" }, many(count)),
    h("td", { class: "share" }, h("progress", { max: String(most), value: count, "aria-label": `Value ${value}: ${share(count)}` }), ` ${share(count)}`)));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Frequencies" }, h("table", {},
    h("caption", { class: "quiet" }, often.length > FREQUENT ? `How often the ${FREQUENT} most frequent of ${many(often.length)} values occur` : "How often each value occurs"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "number" }, "value"), h("th", { scope: "col", class: "number" }, "heaps"), h("th", { scope: "col" }, "share"))), h("tbody", {}, rows)));
}

/** What is proved, looks like or fails, and links to games with the same values. */
export function known(found, choose) {
  const sentences = [...(found.proved ? [found.proved] : []), ...found.conjectures, ...found.failed];
  const equal = found.equal.map(({ name, game, text }) => h("li", {}, h("a", { href: "#sequence", onclick: (event) => { event.preventDefault(); choose(game); } }, name), ` – ${text}`));
  return [h("h3", {}, `From the first ${many(found.stop)} heaps`), ...(sentences.length ? sentences.map((text) => h("p", {}, text)) : [h("p", {}, "No formula is found.")]),
    h("h3", {}, "Games with the same values"), equal.length ? h("ul", {}, equal) : h("p", {}, "None is known here.")];
}
