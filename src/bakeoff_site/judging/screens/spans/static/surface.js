// A text that can be marked by mouse, by touch and by keyboard, without the browser's own selection.
import { draw, pieceAt, rectangles } from "./drawing.js";

const NEAR = 8;

export class Surface {
  /** `act` does what was asked for: mark a range, choose a mark, set a severity, remove, say. */
  constructor(element, side, text, marks, act) {
    Object.assign(this, { element, side, text, marks, act });
    this.pieces = text.tokens();
    this.cursor = null;
    this.anchor = null;
    this.pending = null;
    this.isPressed = false;
    this.handles = ["start", "end"].map((edge) => this.handle(edge));
    element.after(...this.handles);
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focus", () => this.focus());
    element.addEventListener("blur", () => this.blur());
  }

  get chosen() {
    if (this.cursor === null) return this.pending;
    const [first, last] = [this.anchor ?? this.cursor, this.cursor].sort((a, b) => a - b);
    return { start: this.pieces[first].start, end: this.pieces[last].end };
  }

  draw() {
    const active = this.act.active();
    draw(this.element, this.text, this.marks.of(this.side), { severities: this.marks.rules.severities, active, chosen: this.chosen });
    this.placeHandles();
  }

  clear() {
    this.cursor = this.anchor = this.pending = null;
  }

  numberAt(x, y) {
    return this.pieces.indexOf(pieceAt(this.element, this.text, this.pieces, x, y));
  }

  /** The innermost mark at a place. */
  markAt(place) {
    const here = this.marks.of(this.side).filter((mark) => mark.start <= place && place < mark.end);
    return here.sort((a, b) => a.end - a.start - (b.end - b.start))[0];
  }

  // By pointer: drag over an error, or press its first and then its last word.

  press(event) {
    if (event.button !== 0) return;
    const from = this.numberAt(event.clientX, event.clientY);
    if (from < 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const drags = event.pointerType !== "touch";
    if (drags) {
      event.preventDefault();
      this.isPressed = true;
      this.element.focus({ preventScroll: true });
      this.isPressed = false;
    }
    let to = from;
    let moved = false;
    const move = (each) => {
      moved ||= Math.hypot(each.clientX - start.x, each.clientY - start.y) > NEAR;
      if (!drags || !moved) return;
      to = this.numberAt(each.clientX, each.clientY);
      this.anchor = from;
      this.cursor = to;
      this.draw();
    };
    const end = (each) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", cancel);
      if (!moved) this.tap(from);
      else if (drags) {
        each.preventDefault();
        this.markPieces(from, to);
      }
    };
    const cancel = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", cancel);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", cancel);
  }

  tap(number) {
    const piece = this.pieces[number];
    if (this.pending) {
      const first = this.pieces.findIndex((each) => each.start === this.pending.start);
      this.markPieces(first, number);
      return;
    }
    const mark = this.markAt(piece.start);
    this.clear();
    if (mark && mark.id !== this.act.active()) this.act.choose(mark.id);
    else {
      this.pending = piece;
      this.act.choose(null);
      this.act.say(`From “${this.text.slice(piece.start, piece.end)}”: press the last word of the error, or the same word again.`);
      this.draw();
    }
  }

  markPieces(from, to) {
    const [first, last] = [from, to].sort((a, b) => a - b);
    const range = { start: this.pieces[first].start, end: this.pieces[last].end };
    this.clear();
    return this.act.mark(this.side, range);
  }

  // Two handles at the edges of the chosen mark.

  handle(edge) {
    const handle = document.createElement("span");
    handle.className = `handle ${edge}`;
    handle.hidden = true;
    handle.setAttribute("aria-hidden", "true");
    handle.addEventListener("pointerdown", (event) => this.drag(event, edge));
    return handle;
  }

  drag(event, edge) {
    event.preventDefault();
    const id = this.act.active();
    const mark = this.marks.find(id);
    const characters = this.text.characters.slice(1).map((end, number) => ({ start: this.text.characters[number], end }));
    let range = { start: mark.start, end: mark.end };
    const move = (each) => {
      // The finger is on the handle, which hangs below the line.
      const piece = pieceAt(this.element, this.text, characters, each.clientX, each.clientY - event.target.offsetHeight / 2);
      if (!piece) return;
      const place = piece[edge];
      if (edge === "start" ? place < range.end : place > range.start) range = { ...range, [edge]: place };
      this.pending = range;
      this.draw();
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.clear();
      if (range.start !== mark.start || range.end !== mark.end) this.act.change(id, range);
      else this.draw();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  placeHandles() {
    const mark = this.marks.of(this.side).find((each) => each.id === this.act.active());
    const home = this.element.parentElement.getBoundingClientRect();
    const isRight = getComputedStyle(this.element).direction === "rtl";
    for (const [number, handle] of this.handles.entries()) {
      handle.hidden = !mark;
      if (!mark) continue;
      const boxes = rectangles(this.element, this.text, mark).filter((box) => box.width);
      const box = boxes.at(number ? -1 : 0);
      if (!box) continue;
      const x = Boolean(number) === isRight ? box.left : box.right;
      handle.style.left = `${x - home.left}px`;
      handle.style.top = `${box.bottom - home.top}px`;
    }
  }

  // By keyboard, in the order of the text whichever way it runs.

  focus() {
    if (!this.isPressed && this.cursor === null && !this.pending && this.element.matches(":focus-visible")) {
      this.cursor = 0;
      this.tell();
    }
  }

  blur() {
    if (this.cursor === null) return;
    this.cursor = this.anchor = null;
    this.draw();
  }

  key(event) {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "a") {
      event.preventDefault();
      this.chooseAll();
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const forward = this.element.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const backward = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    const { severities } = this.marks.rules;
    if (event.key === forward) this.go(event, 1);
    else if (event.key === backward) this.go(event, -1);
    else if (event.key === "Home") this.go(event, -Infinity);
    else if (event.key === "End") this.go(event, Infinity);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") this.goToMark(event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Enter" && this.cursor !== null) this.markHere();
    else if (event.key === "Enter" && this.pending) this.tap(this.pieces.findIndex((each) => each.start === this.pending.start));
    else if (event.key === "Escape") this.cancel();
    else if (event.key === "Delete" || event.key === "Backspace") this.act.remove(this.act.active());
    else if (/^[1-9]$/.test(event.key) && severities[event.key - 1]) this.digit(severities[event.key - 1]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  go(event, by) {
    const last = this.pieces.length - 1;
    const from = this.cursor ?? (by > 0 ? -1 : 0);
    if (!event.shiftKey) this.anchor = null;
    else this.anchor ??= Math.max(from, 0);
    this.pending = null;
    this.cursor = Math.min(last, Math.max(0, from + by));
    this.act.choose(this.anchor === null ? (this.markAt(this.pieces[this.cursor].start)?.id ?? null) : null, { quiet: true });
    this.tell();
  }

  chooseAll() {
    [this.anchor, this.cursor, this.pending] = [0, this.pieces.length - 1, null];
    this.act.choose(null, { quiet: true });
    this.tell();
  }

  goToMark(by) {
    const marks = [...this.marks.of(this.side)].sort((a, b) => a.start - b.start || a.end - b.end);
    if (!marks.length) return;
    const here = marks.findIndex((mark) => mark.id === this.act.active());
    const mark = marks[(here + by + marks.length) % marks.length] ?? marks[0];
    this.anchor = null;
    this.cursor = this.pieces.findIndex((piece) => piece.end > mark.start);
    this.act.choose(mark.id, { quiet: true });
    this.tell();
  }

  /** Marks what the cursor is at, and leaves the cursor there; whether something was marked. */
  markHere() {
    const { cursor } = this;
    const isMarked = this.markPieces(this.anchor ?? cursor, cursor);
    this.cursor = cursor;
    this.draw();
    return isMarked;
  }

  digit(severity) {
    const id = this.act.active();
    if (id) this.act.change(id, { severity });
    else if (this.cursor !== null && this.markHere()) this.act.change(this.act.active(), { severity }, { isSameStep: true });
  }

  cancel() {
    this.clear();
    this.act.choose(null);
  }

  tell() {
    const range = this.chosen;
    const mark = this.marks.find(this.act.active());
    this.act.say(this.text.slice(range.start, range.end) + (mark ? `, marked as ${mark.severity}` : ""));
    this.draw();
  }
}
