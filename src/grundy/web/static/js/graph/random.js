// Random graphs by the models of the library.
import { ask } from "../api.js";
import { h } from "../dom.js";

const PARAMETERS = {
  mean_out_degree: ["Mean number of followers", { min: 0, max: 100, step: 0.1, value: 2 }],
  arc_probability: ["Probability of an arc", { min: 0, max: 1, step: 0.01, value: 0.2 }],
  pairs: ["Pairs drawn", { min: 0, max: 20_000, step: 1, value: 30 }],
};
const NUMBERS = { n: 20, seed: "" };

export class RandomPanel {
  #models = null;
  #chosen = { model: "gnp-dag", parameter: "mean_out_degree" };
  /** @type {Record<string, string>} */
  #typed = Object.fromEntries(
    Object.entries(NUMBERS).map(([name, value]) => [name, String(value)]),
  );
  #said = "";

  constructor(part) {
    this.part = part;
  }

  /** What stands in the panel; the models are asked for once. */
  content() {
    if (!this.#models) {
      this.#ask();
      return [];
    }
    const model = this.#models.find(({ name }) => name === this.#chosen.model);
    const { parameter } = this.#chosen;
    const [label, looks] = PARAMETERS[parameter];
    this.#typed[parameter] ??= String(looks.value);
    return [
      h(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            this.#draw();
          },
        },
        this.#select(
          "Model",
          this.#models.map(({ name, acyclic }) => [
            name,
            `${name}: ${acyclic ? "without cycles" : "with cycles"}`,
          ]),
          this.#chosen.model,
          (name) => {
            const next = this.#models.find((one) => one.name === name);
            const keep = next.parameters.includes(parameter);
            this.#chosen = {
              model: name,
              parameter: keep ? parameter : next.parameters.at(-1),
            };
          },
        ),
        h("p", { class: "quiet" }, `${model.meaning[0].toUpperCase()}${model.meaning.slice(1)}.`),
        this.#number("Vertices", "n", { min: 1, max: 2_000, step: 1, required: true }),
        model.parameters.length > 1
          ? this.#select(
              "Given by",
              model.parameters.map((name) => [name, PARAMETERS[name][0].toLowerCase()]),
              parameter,
              (name) => {
                this.#chosen.parameter = name;
              },
            )
          : null,
        this.#number(label, parameter, { ...looks, required: true }),
        this.#number("Seed (empty: another graph each time)", "seed", {
          min: 0,
          max: 2 ** 32 - 1,
          step: 1,
        }),
        h("div", { class: "bar" }, h("button", { type: "submit", class: "main" }, "Draw")),
        h("p", { class: "problem", role: "alert" }, this.#said),
      ),
    ];
  }
  #select(label, options, value, choose) {
    const select = h(
      "select",
      {
        onchange: () => {
          choose(select.value);
          this.part.show(true);
        },
      },
      options.map(([key, text]) => h("option", { value: key }, text)),
    );
    select.value = value;
    return h("label", { class: "field" }, h("span", {}, label), select);
  }
  #number(label, name, looks) {
    const field = h("input", {
      type: "number",
      ...looks,
      value: this.#typed[name],
      oninput: () => {
        this.#typed[name] = field.value;
      },
    });
    return h("label", { class: "field" }, h("span", {}, label), field);
  }

  async #ask() {
    try {
      this.#models = (await ask("graph/models", {})).models;
      this.#said = "";
    } catch (error) {
      const sentence = h("p", { class: "problem", role: "alert" }, error.message);
      if (this.part.panel === "random") this.part.side.replaceChildren(sentence);
      return;
    }
    if (this.part.panel === "random") this.part.show(true);
  }
  async #draw() {
    const { model, parameter } = this.#chosen;
    const { seed } = this.#typed;
    const signal = this.part.begins();
    const request = {
      n: Number(this.#typed.n),
      model,
      [parameter]: Number(this.#typed[parameter]),
      seed: seed === "" ? null : Number(seed),
    };
    try {
      const found = await ask("graph/random", request, signal);
      if (signal.aborted) return;
      this.#said = "";
      this.part.model.replace(found.vertices, found.arcs);
      await this.part.relayout(false);
      this.part.view.frame.scrollIntoView({ block: "nearest" }); // on a phone it is above the form
      if (seed === "") this.part.say(`Drawn with seed ${found.seed}.`);
    } catch (error) {
      if (signal.aborted) return;
      this.#said = error.message;
    }
    if (this.part.panel === "random") this.part.show(true);
  }
}
