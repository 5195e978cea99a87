// Errors of a translation: marked in the text, listed next to it, asked about where something seems to be forgotten.
import { hideComplaint, showComplaint } from "../../ui/judging/complaints.js";
import { showEarlier } from "./earlier.js";
import { Marks, sameMarks } from "./marks.js";
import { MarkedText } from "./offsets.js";
import { Rows } from "./rows.js";
import { Surface } from "./surface.js";

const root = document.querySelector("[data-spans]");
const form = root.closest("form");
const marks = new Marks(root);
const spoken = root.querySelector("[data-spoken]");
const hint = root.querySelector("[data-hint]");
const usual = hint.textContent;
let active = null;

const texts = {};
const elements = {};
for (const side of ["source", "target"]) {
  if (marks.rules[side]) texts[side] = new MarkedText(marks.rules[side]);
  elements[side] = root.querySelector(`[data-side="${side}"]`);
}

const act = {
  active: () => active,
  say(words) {
    spoken.textContent = words;
  },
  choose(id, { quiet = false } = {}) {
    active = id;
    hint.textContent = usual;
    show();
    if (id && !quiet) {
      const mark = marks.find(id);
      const surface = surfaces[mark.side === "target" ? "target" : "source"];
      if (mark.start !== null) surface?.element.scrollIntoView({ block: "nearest" });
    }
  },
  mark(side, { start, end }) {
    if (isAlone()) return false;
    active = marks.add({ side: side === "target" ? "target" : "missing", start, end, category: side === "target" ? "" : omission() });
    show();
    act.say(`Marked as ${marks.find(active).severity}.`);
    return true;
  },
  change(id, values, { isSameStep = false } = {}) {
    marks.change(id, values);
    if (isSameStep) marks.past.pop();
    if (values.severity) act.say(`${values.severity}.`);
  },
  categorise(id, category) {
    if (marks.rules.complete?.includes(category)) markComplete(category);
    else marks.change(id, { category });
  },
  move(id, edge, by) {
    const mark = marks.find(id);
    const text = texts[mark.side === "target" ? "target" : "source"];
    const place = text.step(mark[edge], by);
    if (edge === "start" ? place < mark.end : place > mark.start) marks.change(id, { [edge]: place });
  },
  remove(id) {
    if (!id) return;
    if (active === id) active = null;
    marks.remove(id);
    act.say("Removed.");
  },
};

/** The category of what is left out, where the rules have one. */
function omission() {
  return marks.rules.categories?.find((category) => /(^|\/)omission$/i.test(category)) ?? "";
}

/** Marks an error about the complete translation. Others are removed: that is said, and undone in one step. */
function markComplete(category) {
  const number = marks.list.length;
  active = marks.addComplete(category, texts.target.units.length - 1);
  show();
  if (number > 1) {
    hint.textContent = `${category} is about the complete translation, so the other errors were removed. Undo brings them back.`;
    act.say(hint.textContent);
  }
}

/** Whether there is an error about the complete translation, next to which no other can be; that is said. */
function isAlone() {
  const alone = marks.complete();
  if (!alone) return false;
  active = alone.id;
  show();
  hint.textContent = `${alone.category} is about the complete translation. Remove it before you mark other errors.`;
  act.say(hint.textContent);
  return true;
}

const surfaces = {};
for (const side of ["source", "target"]) {
  if (elements[side]) surfaces[side] = new Surface(elements[side], side, texts[side], marks, act);
}
const rows = new Rows(root.querySelector("[data-marks]"), marks, texts, elements, act);
const count = root.querySelector("[data-count]");

function show() {
  if (active && !marks.find(active)) active = null;
  for (const surface of Object.values(surfaces)) surface.draw();
  rows.draw(active);
  const number = marks.list.length;
  count.textContent = number ? `${number} marked` : "None marked";
  showUndo();
}

function showUndo() {
  root.querySelector("[data-undo]").disabled = !marks.past.length;
}

marks.listeners.push(() => {
  show();
  if (!marks.unfinished().length) hideComplaint("unfinished");
});

marks.field.addEventListener("change", showUndo);
marks.field.addEventListener("input", showUndo);
root.querySelector("[data-undo]").addEventListener("click", undo);
root.querySelector("[data-missing]")?.addEventListener("click", () => {
  if (isAlone()) return;
  active = marks.add({ side: "missing", start: null, end: null, category: omission() });
  show();
  rows.part(active, "quote")?.focus();
  hint.textContent = "Missing text was added. To say where it is, mark it in the source instead.";
});
for (const button of root.querySelectorAll("[data-complete]")) {
  button.addEventListener("click", () => markComplete(button.dataset.complete));
}

function undo() {
  act.say(marks.undo() ? "Undone." : "There is nothing to undo.");
}

document.addEventListener("keydown", (event) => {
  if ((!event.ctrlKey && !event.metaKey) || event.shiftKey || event.key.toLowerCase() !== "z") return;
  if (event.target.matches?.("textarea, input[type=text], input[type=number]") || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  undo();
});

// Something newer was saved elsewhere.
document.addEventListener("replaced", (event) => {
  const answer = event.detail;
  const score = form.querySelector("[data-scale] input[type=number]");
  event.preventDefault();
  marks.replace((Array.isArray(answer) ? answer : answer?.spans) ?? []);
  if (score) score.value = answer?.score ?? "";
});

// A page that loads again shows what an earlier visit left unsent.
document.addEventListener("answered", () => {
  if (marks.field.value && !sameMarks(JSON.parse(marks.field.value), marks.list)) {
    marks.read();
    show();
  }
});

// Before an answer is sent: what is missing is said, and what seems odd is asked, once for each answer.
const dialog = root.querySelector("[data-doubt]");
const settled = new Set();

function doubt() {
  const score = form.querySelector("[data-scale] input[type=number]")?.value ?? "";
  const number = marks.list.length;
  const limits = marks.rules.doubts;
  if (!form.querySelector("[data-scale]")) {
    return number ? null : { kind: "no errors", words: "You marked no errors. Is the translation free of errors?", yes: "Yes, it has none" };
  }
  if (score === "" || !limits) return null;
  if (!number && Number(score) < limits.unmarked_below) {
    return { kind: "low score without errors", words: `You gave ${score} and marked no errors. Is that what you mean?`, yes: "Yes, save it" };
  }
  if (number && Number(score) >= limits.marked_from) {
    return { kind: "best score with errors", words: `You gave ${score} and marked ${number === 1 ? "an error" : `${number} errors`}. Is that what you mean?`, yes: "Yes, save it" };
  }
  return null;
}

function ask(asked, key) {
  dialog.querySelector("[data-doubt-words]").textContent = asked.words;
  dialog.querySelector("[data-doubt-yes]").textContent = asked.yes;
  const reply = (answer) => {
    dialog.close();
    document.dispatchEvent(new CustomEvent("viewed", { detail: { what: "question", kind: asked.kind, reply: answer } }));
    if (answer !== "yes") return;
    settled.add(key);
    if (!marks.isSaved) marks.save();
    form.requestSubmit();
  };
  dialog.querySelector("[data-doubt-yes]").onclick = () => reply("yes");
  dialog.querySelector("[data-doubt-no]").onclick = () => reply("no");
  dialog.showModal();
}

document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form || !form.matches("[data-screen]")) return;
    const unfinished = marks.unfinished();
    if (unfinished.length) {
      stop(event);
      complain(unfinished);
      return;
    }
    const asked = doubt();
    const key = JSON.stringify([asked?.kind, marks.list, form.querySelector("[data-scale] input[type=number]")?.value]);
    if (asked && !settled.has(key)) {
      stop(event);
      ask(asked, key);
    } else if (!marks.isSaved && marks.list.length) marks.save();
  },
  true,
);

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function complain(unfinished) {
  const links = unfinished.map((mark) => {
    const link = document.createElement("a");
    link.href = `#mark-${mark.id}`;
    link.textContent = `Error ${marks.list.indexOf(mark) + 1}`;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      goTo(mark);
    });
    return link;
  });
  showComplaint(unfinished.length === 1 ? "One error needs a category or a note:" : `${unfinished.length} errors need a category or a note:`, links, "bad", "unfinished");
  goTo(unfinished[0]);
}

function goTo(mark) {
  act.choose(mark.id, { quiet: true });
  (rows.part(mark.id, mark.category || !marks.rules.categories ? "note" : "category") ?? rows.part(mark.id, "quote")).focus();
}

addEventListener("resize", show);
show();
showEarlier(root, marks);
root.querySelector(".active").scrollIntoView({ block: "nearest" });
root.dataset.ready = "yes";
