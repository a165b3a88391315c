// Small graphs to begin with; the first is what the part opens with.

/** @type {Record<string, [string, string]>} what it is, and its edges */
export const EXAMPLES = {
  first: ["Six vertices and a cycle", "a b\nb a\nb t\nd b\nd c\nc t\ne d\ne c"],
  lecture: [
    "The lecture's digraph",
    "v1 v2\nv1 v3\nv2 v4\nv3 v4\nv3 v6\nv5 v4\nv7 v6\nv7 v2\nv1 v5\nv6 v5\nv6 v4\nv3 v5\nv1 v4",
  ],
  loop: ["A loop with a way out", "a b\nb a\nb t"],
  draws: ["Draws: values ∞(K)", "a b\nb c\nc a\nc d\nd e\nd f\nf e\nb f"],
};
