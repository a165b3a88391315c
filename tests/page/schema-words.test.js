// A JSON Schema in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { resolved, words } from "../../src/grundy/web/static/js/schema-words.js";

const SCHEMAS = {
  Graph: { title: "Graph", type: "object" },
  Letter: { enum: ["P", "N", "D"] },
};

/** @type {[{[name: string]: any}, string][]} */
const TABLE = [
  [{ type: "string" }, "text"],
  [{ type: "integer", minimum: 3, maximum: 60 }, "integer from 3 to 60"],
  [{ type: "integer", minimum: 0, exclusiveMaximum: 2000 }, "integer from 0 to 1,999"],
  [{ type: "integer", minimum: 1 }, "integer from 1 on"],
  [{ enum: ["normal", "misere"] }, "normal or misere"],
  [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "integer or null"],
  [{ type: "array", items: { type: "string" } }, "list of text"],
  [
    {
      type: "array",
      items: { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }] },
    },
    "list of (integer, text)",
  ],
  [{ $ref: "#/components/schemas/Graph" }, "Graph"],
  [{ $ref: "#/components/schemas/Letter" }, "P or N or D"],
  [{}, "any value"],
];
for (const [schema, expected] of TABLE)
  test(expected, () => assert.equal(words(schema, SCHEMAS), expected));

test("a reference is followed", () => {
  assert.equal(resolved({ $ref: "#/components/schemas/Graph" }, SCHEMAS), SCHEMAS.Graph);
});
