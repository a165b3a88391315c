// The play in the address: Back takes a move back, and the computer's answer with it.
import { remember, written } from "../address.js";

const LONGEST = 4000; // signs of an address that every browser and chat takes

export class Keeper {
  /** @type {string | null} what the address says that this play has written or read */
  kept = null;
  following = ""; // the address that is being followed

  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
  }
  get link() {
    return written("game", this.play.fields);
  }
  /** A play begins that the address tells; until it stands there, nothing is kept in the address. */
  follow() {
    this.kept = null;
    this.following = location.hash;
  }
  /** What stands in the address is what is shown. */
  hold() {
    this.kept = location.hash;
  }
  /** Write the play into the address, after a change of this kind. */
  keep(what = "") {
    const { play } = this;
    const followed = what === "begin" && this.following === location.hash;
    if (followed) this.hold();
    if (location.hash !== this.kept) return; // another part is shown, or a link is not read yet
    const answered = what === "move" && play.alone && play.node.move.by !== play.first;
    if (this.link.length < LONGEST)
      remember("game", play.fields, { replace: followed || answered });
    this.hold();
  }
  /** Write it whatever stands there. */
  insist() {
    remember("game", this.play.fields, { replace: true });
    this.hold();
  }
}
