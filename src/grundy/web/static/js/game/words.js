// Words of the game part.

/** The opponents by their key: a name, and how well it plays. */
export const OPPONENTS = {
  perfect: ["Ada", "never errs"],
  teacher: ["Tom", "errs once in four moves"],
  random: ["Rae", "plays at random"],
};

/** The letter of a part: A, B, …, Z, AA. */
export function letter(place) {
  let text = "";
  for (let number = place + 1; number > 0; number = Math.floor((number - 1) / 26))
    text = String.fromCharCode(65 + ((number - 1) % 26)) + text;
  return text;
}

/** A long text by its beginning and end. */
export function short(text) {
  return text.length > 24 ? `${text.slice(0, 10)}…${text.slice(-8)}` : text;
}
