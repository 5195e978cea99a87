// The editor of a translation: saved as one goes, compared with the machine's output on demand, measured.
import { showComplaint } from "../../ui/judging/complaints.js";
import { common, words } from "../../ui/judging/word-sequences.js";
import { Work, kindOfKey } from "./work.js";

const root = document.querySelector("[data-editing]");
const form = root.closest("form");
const text = root.querySelector("textarea");
const original = text.dataset.original;
const measured = root.querySelector("[data-work]");
const changed = root.querySelector("[data-changed]");
const time = root.querySelector("[data-time]");
const work = new Work(JSON.parse(root.dataset.editing), JSON.parse(measured.value || "{}"), Date.now());
let isSaved = root.dataset.saved === "yes";
let isKey = false;
/** The text that was submitted from this page: to look away while it waits for a network is no change of it. */
let submitted = null;

/** Writes what was measured into its field, so that it is noted with the text. */
function measure() {
  work.tick(Date.now());
  measured.value = JSON.stringify(work.measured);
  isSaved = true;
}

/** Tells the page that the answer changed: it is noted and sent at once. What is typed it hears by itself. */
function save() {
  measure();
  text.dispatchEvent(new Event("change", { bubbles: true }));
}

function parts() {
  const [before, now] = [original, text.value].map((each) => words(each, text.lang));
  return { before, now, shared: common(before, now) };
}

function isWord(part) {
  return /[\p{L}\p{N}]/u.test(part);
}

/** How many words differ: of those taken out and those put in at a place, the more. */
function countChanged({ before, now, shared }) {
  let total = 0;
  let [i, j] = [0, 0];
  while (i < before.length || j < now.length) {
    let [out, into] = [0, 0];
    for (; i < before.length && !shared[0][i]; i++) out += isWord(before[i]);
    for (; j < now.length && !shared[1][j]; j++) into += isWord(now[j]);
    total += Math.max(out, into);
    i++;
    j++;
  }
  return total;
}

const comparison = root.querySelector("[data-difference]");
const compared = root.querySelector("[data-difference-text]");
const differences = root.querySelector("[data-show-differences]");

function element(name, words) {
  const made = document.createElement(name);
  made.textContent = words;
  return made;
}

/** Both texts in one line: what was taken out is struck out, what was put in is underlined. */
function draw({ before, now, shared }) {
  compared.replaceChildren();
  let [i, j] = [0, 0];
  while (i < before.length || j < now.length) {
    let [out, into] = ["", ""];
    while (i < before.length && !shared[0][i]) out += before[i++];
    while (j < now.length && !shared[1][j]) into += now[j++];
    if (out) compared.append(element("del", out));
    if (into) compared.append(element("ins", into));
    if (i < before.length) compared.append(before[i++]);
    j++;
  }
}

function show() {
  const found = parts();
  const count = countChanged(found);
  const isSame = text.value === original;
  changed.textContent = isSame ? "No change" : count === 1 ? "1 word" : `${count} words`;
  if (!comparison.hidden) draw(found);
  if (!CSS.supports("field-sizing", "content")) {
    text.style.blockSize = "auto";
    text.style.blockSize = `${text.scrollHeight + 2}px`;
  }
}

function showTime() {
  if (!time) return;
  const seconds = Math.floor(work.secondsAt(Date.now()));
  time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} active`;
}

function compare() {
  comparison.hidden = !comparison.hidden;
  differences.setAttribute("aria-pressed", !comparison.hidden);
  differences.textContent = comparison.hidden ? "Show differences" : "Hide differences";
  show();
  document.dispatchEvent(new CustomEvent("viewed", { detail: { what: "differences", on: !comparison.hidden } }));
}

/** Puts a text in place of all, so that the browser's own undo takes it back. */
function replaceAll(value) {
  text.focus();
  text.select();
  if (!document.execCommand(value ? "insertText" : "delete", false, value)) text.value = value;
  save();
  show();
}

text.addEventListener("keydown", (event) => {
  const kind = kindOfKey(event);
  isKey = kind !== null;
  if (kind) work.input(kind, Date.now());
});
text.addEventListener("input", () => {
  if (!isKey) work.input("commands", Date.now());
  isKey = false;
  measure();
  show();
});
text.addEventListener("pointerdown", () => work.comeBack(Date.now()));
differences.addEventListener("click", compare);
root.querySelector("[data-reset]").addEventListener("click", () => replaceAll(original));
root.querySelector("[data-scratch]").addEventListener("click", () => replaceAll(""));

document.addEventListener("keydown", (event) => {
  if (!event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.code === "KeyD") {
    event.preventDefault();
    compare();
  } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const link = form.querySelector(event.key === "ArrowUp" ? "[data-before]" : "[data-after]");
    if (!link) return;
    event.preventDefault();
    link.click();
  }
});

// Something newer was saved elsewhere.
document.addEventListener("replaced", (event) => {
  const answer = event.detail;
  event.preventDefault();
  text.value = answer?.text ?? original;
  submitted = null;
  work.resume(answer ?? {});
  const box = form.querySelector("input[type=checkbox][data-answer]");
  if (box) box.checked = Boolean(answer?.signed_off);
  show();
});
document.addEventListener("answered", show);
document.addEventListener("refused", () => {
  submitted = null;
});

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") {
    work.comeBack(Date.now());
    return;
  }
  work.leave(Date.now());
  if (text.value === submitted) return;
  if (text.value !== text.defaultValue || isSaved) save();
});

// Before the page of answers hears of it: an output that nobody had to change is an answer, too.
document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form || !form.matches("[data-screen]")) return;
    if (original.trim() && !text.value.trim()) {
      event.preventDefault();
      event.stopImmediatePropagation();
      showComplaint("Write a translation first, or reset it to the original.", [], "bad", "missing");
      text.focus();
    } else if (text.value !== submitted) {
      submitted = text.value;
      save();
    }
  },
  true,
);

setInterval(showTime, 1000);
show();
showTime();
root.querySelector(".active").scrollIntoView({ block: "nearest" });
text.focus({ preventScroll: true });
text.setSelectionRange(0, 0);
root.dataset.ready = "yes";
