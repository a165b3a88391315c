// How a play stands, in sentences.

/**
 * Who is to move, or how the play has ended.
 *
 * @param {import("./play.js").Play} play
 */
export function turn(play) {
  if (play.over) return ending(play);
  if (play.busy) return `${play.name(play.player)} is thinking …`;
  if (play.waits) return `${play.name(play.player)} is to move.`;
  return play.name(play.player) === "You"
    ? "It is your turn."
    : `Player ${play.player} is to move.`;
}

/**
 * Who has moved and how, with a word for a move that left the opponent lost.
 *
 * @param {import("./play.js").Play} play
 */
export function moved(play) {
  if (!play.at) return "";
  const { move } = play.node;
  const praise = move.lost && play.at > 1 ? "Well played! " : "";
  const unsure = move.sure === false ? "Who wins could not be found out. " : "";
  const reason = move.reason ? `${move.reason} ` : "";
  const what = play.called(move, play.at - 1);
  return `${praise}${play.name(3 - play.player)} played: ${what}. ${unsure}${reason}`;
}

/** @param {import("./play.js").Play} play */
function ending(play) {
  if (play.drawn) return "The same position has come three times: the play is a draw.";
  if (!play.at) return "Nobody can move here: choose a game, or a larger position.";
  const loser = play.name(play.player);
  const winner = play.name(play.winner);
  const stuck = loser === "You" ? "you have no move" : `${loser} has no move`;
  if (play.rules === "misere")
    return `The play is over: ${stuck}, and so ${loser === "You" ? "you win" : "wins"}!`;
  return `The play is over: ${stuck}. ${winner} ${winner === "You" ? "win" : "wins"}!`;
}

/** What an outcome means: "N", "P" or "D". */
export function meaning(outcome) {
  return {
    N: "The player to move can win.",
    P: "The player to move loses, whatever they play.",
    D: "Neither can win: with best play a draw.",
  }[outcome];
}
