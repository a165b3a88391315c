// Words of the game part.

/** The opponents by their key: a name, and how well it plays. */
export const OPPONENTS = {
  perfect: ["Ada", "never errs"],
  teacher: ["Tom", "errs once in four moves"],
  random: ["Rae", "plays at random"],
};

/** The letter of a part, as moves that are typed name it: A, B, …, Z, P27, P28. */
export function letter(place) {
  return place < 26 ? String.fromCharCode(65 + place) : `P${place + 1}`;
}

/** A long text by its beginning and end. */
export function short(text) {
  return text.length > 24 ? `${text.slice(0, 10)}…${text.slice(-8)}` : text;
}
