// In place of the server: what a judge does is kept in this browser, and the next screen is in this file.
import { Actions } from "../log.js";
import { showState } from "../save-state.js";
import { addressOf, file, shown } from "./file.js";
import { isKept, onChangeElsewhere } from "./store.js";
import { keepWork, nextOpen, workOn } from "./work.js";

class KeptLog extends Actions {
  /** Nothing is on its way anywhere. */
  isSubmitting = false;
  isDone = false;
  isSafe = isKept;

  constructor() {
    super();
    const work = workOn(shown);
    this.actions = work.actions;
    /** The version of the screen that the first of them builds on. */
    this.version = work.actions.length ? work.version : shown.version;
    this.shown_at = work.shown_at ?? new Date().toISOString();
    if (!work.shown_at) this.keep();
  }

  add(kind, payload = {}) {
    if (kind === "submit") this.isDone = true;
    // An answer that did not change since it was submitted is not submitted again.
    if (kind !== "submit" || this.actions.at(-1)?.kind !== "submit") super.add(kind, payload);
  }

  keep() {
    this.isSafe = keepWork(shown, { version: this.version, shown_at: this.shown_at, actions: this.actions });
  }
}

export const log = new KeptLog();

export function flush() {
  showState(log.isSafe ? "" : "off", log.isSafe ? "Saved in this browser" : "Not kept: save a file");
  if (!log.isDone) return;
  const next = nextOpen(file.screens.indexOf(shown));
  location.hash = next ? addressOf(next) : "#overview";
}

flush();
// Another tab with the same file did something here: show that, so that nobody works on what is old.
onChangeElsewhere((name) => {
  if (!name || name === `screen:${shown.key}`) location.reload();
});
