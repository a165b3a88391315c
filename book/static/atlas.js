// The filter of the atlas: it hides the rows that the fields leave out. The table is whole without
// it; this is no module, so that a page opened from a folder may load it.
"use strict";

(() => {
  const form = document.querySelector("#atlas-filter");
  const count = document.querySelector("#atlas-count");
  /** @type {HTMLElement[]} */
  const rows = Array.from(document.querySelectorAll("#atlas-rows tbody tr"));
  if (!(form instanceof HTMLFormElement) || !count) return;

  const KINDS = ["digits", "normal", "kind", "misere"];

  const grouped = (number) => number.toLocaleString("en");

  /** Return whether a row has what the fields ask for; an empty field asks for nothing. */
  function matches(row, wanted) {
    const code = String(wanted.get("code")).trim().replace(/^\./, "0.");
    const period = row.period ? Number(row.period) : NaN;
    const order = row.order ? Number(row.order) : NaN;
    return (
      row.code.startsWith(code) &&
      KINDS.every((name) => !wanted.get(name) || row[name] === wanted.get(name)) &&
      (!wanted.get("least") || period >= Number(wanted.get("least"))) &&
      (!wanted.get("most") || period <= Number(wanted.get("most"))) &&
      (!wanted.get("order") || order <= Number(wanted.get("order"))) &&
      (!wanted.get("games") || row.original === "1")
    );
  }

  /** @param {HTMLFormElement} fields */
  function filter(fields) {
    const wanted = new FormData(fields);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !matches(row.dataset, wanted);
      shown += Number(!row.hidden);
    }
    count.textContent = `${grouped(shown)} of ${grouped(rows.length)} codes`;
  }

  form.addEventListener("input", () => filter(form));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.querySelector("button")?.addEventListener("click", () => {
    form.reset();
    filter(form);
  });
  form.hidden = false;
  filter(form);
})();
