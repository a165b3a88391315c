// Two pages in one game: what one plays, the other shows, by a room of the server.
import { read, written } from "../address.js";
import { ask, listen, Problem } from "../api.js";
import { h } from "../dom.js";
import { fromLink } from "./play.js";

const SEATS = [
  "Both seats are taken: you watch this game.",
  "You are Player 1; who has the link is Player 2, and others watch.",
  "You are Player 2.",
];
const NEAR = "Only this machine reaches this address; grundy serve --host has another.";
const isNear = () => /^(localhost|127\.|\[::1\])/.test(location.hostname);

export class Room {
  name = "";
  number = 0; // of the play that is known; 0 until something was heard
  text = ""; // and that play, as the address has it
  turn = 0;
  isTaking = false;
  isTelling = false;

  /**
   * @param {import("./play.js").Play} play
   * @param {{follow: (wanted: any) => Promise<any>, share: () => void}} act
   */
  constructor(play, act) {
    this.play = play;
    this.act = act;
    this.words = h("span", { role: "status" });
    this.leaving = h(
      "button",
      { type: "button", hidden: true, onclick: () => this.leave() },
      "Leave",
    );
    this.button = h("button", { type: "button", onclick: () => this.open() }, "Play on two phones");
    this.element = h("p", { class: "quiet play-room" }, this.words, " ", this.leaving);
    play.addEventListener("change", (/** @type {any} */ event) => this.changed(event.detail));
  }

  /** What is said beside the link of a room; nothing where this game is in none. */
  get invitation() {
    const near = isNear() ? ` ${NEAR}` : "";
    return this.play.room && `Open this on the other phone: each shows what both play.${near}`;
  }
  /** What the play is now, without the room. */
  get now() {
    return written("game", { ...this.play.fields, room: null });
  }
  async open() {
    const { play } = this;
    if (!play.position) return;
    if (play.room) return this.act.share();
    await play.set("against", "person");
    try {
      const { room, number, seat } = await ask("room", { play: this.now });
      const text = this.now;
      Object.assign(play, { room, seat });
      play.changedNow("look");
      Object.assign(this, { number, text });
      this.act.share();
    } catch (error) {
      this.failed(error);
    }
  }
  leave() {
    Object.assign(this.play, { room: "", seat: null });
    this.play.changedNow("look");
  }
  failed(error) {
    if (!(error instanceof Problem)) throw error;
    if (this.name) this.leave();
    this.words.textContent = error.message;
  }

  /** The play has changed: enter or leave its room, or tell the other page. */
  changed(what) {
    if (what === "judged" || what === "thinking" || !this.play.position) return;
    if (this.play.room !== this.name) {
      Object.assign(this, { name: this.play.room, number: 0, text: "" });
      this.play.seat ??= this.name ? 0 : null; // until the server gives one
      if (this.name) this.listen();
      else this.turn += 1;
      this.leaving.hidden = !this.name;
      this.say();
    }
    if (this.name && this.number && !this.isTaking && this.now !== this.text) this.tell();
  }
  say() {
    const near = isNear() && this.play.seat === 1 ? ` ${NEAR}` : "";
    this.words.textContent = this.name && this.number ? `${SEATS[this.play.seat]}${near}` : "";
  }
  /** Tell the other page, one change after the other. */
  async tell() {
    if (this.isTelling) return;
    this.isTelling = true;
    const { name, turn } = this;
    try {
      while (turn === this.turn && this.now !== this.text) {
        const text = this.now;
        this.text = text;
        const found = await ask("room", { room: name, after: this.number, play: text });
        if (turn !== this.turn) return;
        if (found.play === text) this.number = Math.max(this.number, found.number);
        else await this.take(found, found.seat === 0);
      }
    } catch (error) {
      if (turn === this.turn) this.failed(error);
    } finally {
      this.isTelling = false;
    }
  }
  /** Hear what the other page plays, as long as the game is in this room. */
  async listen() {
    const turn = ++this.turn;
    try {
      while (turn === this.turn) {
        const found = await listen("room", { room: this.name, after: this.number });
        if (turn === this.turn) await this.take(found);
      }
    } catch (error) {
      if (turn === this.turn) this.failed(error);
    }
  }
  /** Show a play that is newer than what is known, or what stands in spite of who watches. */
  async take({ number, play: text, seat }, isForced = false) {
    const { play } = this;
    if (number <= this.number && !isForced) return;
    this.number = number;
    if (seat !== play.seat) {
      play.seat = seat;
      if (play.position) play.changedNow("look");
    }
    this.say();
    if (text === this.text && !isForced) return;
    this.text = text;
    const wanted = fromLink(read(text).fields);
    if (!wanted) return;
    wanted.settings.room = this.name;
    this.isTaking = true;
    try {
      if (!this.play.recall(wanted)) await this.act.follow(wanted);
    } finally {
      this.isTaking = false;
    }
  }
}
