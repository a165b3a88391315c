// From one part to another: the addresses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { toGame, toPlay, toSequence } from "../../src/grundy/web/static/js/bridges.js";

const field = (hash, name) => new URLSearchParams(hash.slice(1)).get(name);

test("a graph is played by its tokens, or from the vertex that is chosen", () => {
  const graph = { names: ["a", "b"], arcs: /** @type {[number, number][]} */ ([[0, 1]]) };
  assert.equal(field(toPlay({ ...graph, tokens: [] }, -1), "game"), "token a>b@a");
  assert.equal(field(toPlay({ ...graph, tokens: [] }, 1), "game"), "token a>b@b");
  assert.equal(field(toPlay({ ...graph, tokens: [0, 0] }, 1), "game"), "token a>b@a + token a>b@a");
});

test("names that a token's game does not read are numbered", () => {
  const graph = { names: ["a, 1", "é"], arcs: /** @type {[number, number][]} */ ([[0, 1]]) };
  assert.equal(field(toPlay({ ...graph, tokens: [] }, 0), "game"), "token v1>v2@v1");
});

test("a graph without a move, or a start that no arc touches, is no game", () => {
  assert.equal(toPlay({ names: ["a"], arcs: [], tokens: [] }, 0), null);
  assert.equal(toPlay({ names: ["a", "b", "c"], arcs: [[0, 1]], tokens: [] }, 2), null);
});

test("only games of heaps have a sequence", () => {
  assert.equal(field(toSequence("kayles 5 7"), "sequence"), "kayles");
  assert.equal(field(toSequence("{1,3,4} 9"), "sequence"), "{1,3,4}");
  assert.equal(toSequence("wythoff 8,12"), null);
  assert.equal(toSequence("kayles 5 + nim 3"), null);
  assert.equal(field(toGame("0.137"), "game"), "0.137 5 8");
});
