// The page of the JSON interface: every question with its fields, an example to change and to send.
import { h } from "./dom.js";
import { resolved, words } from "./schema-words.js";

const MOST_SHOWN = 20_000; // signs of an answer

async function show() {
  const content = document.getElementById("content");
  let api;
  try {
    api = await (await fetch("api/openapi.json")).json();
  } catch {
    content.append(
      h("p", { class: "problem" }, "The server does not answer; load this page again."),
    );
    return;
  }
  const operations = Object.entries(api.paths).map(([path, { post }]) => ({ path, ...post }));
  document
    .querySelector("nav")
    .append(...api.tags.map(({ name }) => h("a", { href: `#${name}` }, name)));
  content.append(
    h("h2", {}, "The JSON interface"),
    h(
      "p",
      {},
      "Send POST with Content-Type: application/json. An error is one sentence, as ",
      h("code", {}, '{"error": "…"}'),
      ". For programs: ",
      h("a", { href: "api/openapi.json" }, "the description, OpenAPI 3.1"),
      ".",
    ),
    ...api.tags.map(({ name, description }) =>
      h(
        "section",
        { class: "card", id: name, tabindex: "-1", "aria-label": name },
        h("h2", {}, name),
        h("p", { class: "quiet" }, description),
        operations
          .filter(({ tags }) => tags.includes(name))
          .map((one) => operation(one, api.components.schemas)),
      ),
    ),
  );
}

function operation(one, schemas) {
  const { schema, example } = one.requestBody.content["application/json"];
  const answers = one.responses["200"].content;
  const fields = resolved(schema, schemas);
  const id = one.operationId;
  const text = h("textarea", { id: `${id}-body`, rows: "3", spellcheck: "false" });
  text.value = JSON.stringify(example);
  const said = h("p", { class: "quiet", role: "status" });
  const answer = h("pre", {
    class: "answer",
    tabindex: "0",
    role: "region",
    "aria-label": `Answer of ${one.path}`,
  });
  const send = async () => {
    said.textContent = "Asked …";
    answer.textContent = "";
    try {
      const response = await fetch(one.path.slice(1), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: text.value,
      });
      const found = await response.text();
      const type = response.headers.get("content-type");
      said.textContent = `Status ${response.status}, ${type}, ${found.length.toLocaleString("en")} signs.`;
      answer.textContent = readable(found, type);
    } catch {
      said.textContent = "The server does not answer.";
    }
  };
  return h(
    "details",
    { class: "operation" },
    h("summary", {}, h("code", {}, one.path), h("span", {}, one.summary)),
    one.description
      .replaceAll("`", "")
      .split("\n\n")
      .map((part) => h("p", {}, part)),
    h("h3", {}, "Fields"),
    table(fields, schemas, one.path),
    h(
      "p",
      {},
      "The answer: ",
      Object.entries(answers).map(([type, found], number) => [
        number ? ", " : "",
        h("code", {}, type),
        found.schema?.$ref || found.schema?.anyOf ? ` (${words(found.schema, schemas)})` : "",
      ]),
      ".",
    ),
    h("label", { class: "field", for: text.id }, h("span", {}, "Example, to be changed"), text),
    h(
      "div",
      { class: "bar" },
      h("button", { type: "button", class: "main", onclick: send }, "Send"),
    ),
    said,
    answer,
  );
}

function table(fields, schemas, path) {
  const pairs = Object.entries(fields.properties ?? {});
  if (!pairs.length) return h("p", {}, "None: send {}.");
  return h(
    "div",
    { class: "scroll fields", tabindex: "0", role: "region", "aria-label": `Fields of ${path}` },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["field", "is", "without it"].map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        {},
        pairs.map(([name, schema]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, h("code", {}, name)),
            h("td", {}, words(schema, schemas)),
            h(
              "td",
              {},
              fields.required?.includes(name) ? "an error" : JSON.stringify(schema.default ?? null),
            ),
          ),
        ),
      ),
    ),
  );
}

function readable(text, type) {
  const shown = type === "application/json" ? JSON.stringify(JSON.parse(text), null, 1) : text;
  return shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)} …` : shown;
}

show();
