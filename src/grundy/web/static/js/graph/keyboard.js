// The picture by keyboard: one stop of Tab, inside it keys lead from vertex to vertex.
import { ARROWS, reached } from "./neighbours.js";
import { vertexOf } from "./vertex.js";

const STEP = 12;

export class Keyboard {
  constructor(view, gestures) {
    this.view = view;
    this.model = view.model;
    this.gestures = gestures;
    view.svg.addEventListener("keydown", (event) => {
      if (this.#key(event)) event.preventDefault();
    });
  }

  /** Do what a key means; whether it means something. */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const vertex = vertexOf(event.target);
    const { key } = event;
    if (Object.hasOwn(ARROWS, key) && event.shiftKey && vertex !== null) {
      const [dx, dy] = ARROWS[key];
      this.model.nudge(vertex, STEP * dx, STEP * dy);
      this.view.camera.reveal(this.model.places[vertex]);
      return true;
    }
    const to = reached(this.model.places, vertex, key);
    if (to !== null) {
      this.view.focus(to);
      this.view.camera.reveal(this.model.places[to]);
      return true;
    }
    return Object.hasOwn(ARROWS, key) || this.#anywhere(key, vertex) || this.#at(vertex, key);
  }
  #anywhere(key, vertex) {
    const { camera } = this.view;
    if (key === "Escape") this.gestures.forgetArc();
    else if (key === "n") this.addBeside(vertex);
    else if (key === "+" || key === "-") camera.zoom(key === "-" ? 1.2 : 1 / 1.2);
    else if (key === "0") camera.fit();
    else return false;
    return true;
  }
  #at(vertex, key) {
    if (vertex === null) return false;
    if (key === "Enter" || key === " ") this.gestures.choose(vertex);
    else if (key === "a") this.gestures.beginArc(vertex);
    else if (key === "t") this.model.addToken(vertex);
    else if (key === "Delete" || key === "Backspace") this.model.removeVertex(vertex);
    else return false;
    return true;
  }

  /** Add a vertex near another one, or in the middle, where no other is. */
  addBeside(vertex) {
    const { places } = this.model;
    const [x, y] =
      vertex === null ? this.view.camera.centre : [places[vertex][0] + 90, places[vertex][1] + 60];
    const taken = (at) =>
      places.some((place) => Math.hypot(place[0] - at[0], place[1] - at[1]) < 60);
    const place = [x, y];
    while (taken(place)) place[0] += 70;
    const added = this.model.addVertex(...place);
    this.view.act.select(added);
    this.view.focus(added);
    this.view.camera.reveal(place);
  }
}
