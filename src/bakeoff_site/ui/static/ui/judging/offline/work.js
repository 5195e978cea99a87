// What was done on each screen, and how far it is.
import { file } from "./file.js";
import { read, write } from "./store.js";

const ANSWERS = ["answer", "comment", "report"];

export function workOn(screen) {
  return read(`screen:${screen.key}`) ?? { version: screen.version, shown_at: null, actions: [] };
}

export function keepWork(screen, work) {
  return write(`screen:${screen.key}`, work);
}

export function lastSubmit(actions) {
  return actions.findLastIndex((each) => each.kind === "submit");
}

/** `answered`, `changed` since it was answered, `started`, or `open`. */
export function stateOf(screen) {
  const { actions } = workOn(screen);
  const submitted = lastSubmit(actions);
  const isChanged = actions.some((each, number) => number > submitted && ANSWERS.includes(each.kind));
  if (submitted >= 0 || screen.answered) return isChanged ? "changed" : "answered";
  return isChanged ? "started" : "open";
}

/** Whether there is an answer to it, here or on the site when the file was downloaded. */
export function isAnswered(screen) {
  return screen.answered || lastSubmit(workOn(screen).actions) >= 0;
}

/** What the fields of a screen held when it was answered here, or since; nothing if it was not. */
export function fieldsOf(screen) {
  const { actions } = workOn(screen);
  return lastSubmit(actions) < 0 ? undefined : actions.findLast((each) => each.kind === "answer")?.payload.fields;
}

/** Some screens come only after all of an earlier part are answered. */
export function isReachable(screen) {
  return file.screens.every((each) => each.stage >= screen.stage || isAnswered(each));
}

/** The next screen without an answer, from a place on and then from the start. */
export function nextOpen(after = -1) {
  const order = [...file.screens.slice(after + 1), ...file.screens.slice(0, after + 1)];
  return order.find((each) => !isAnswered(each) && isReachable(each));
}

export function answeredCount() {
  return file.screens.filter(isAnswered).length;
}
