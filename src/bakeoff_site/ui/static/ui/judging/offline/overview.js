// The first page: how far one is, which screens wait, and what becomes of the answers.
import { countActions, lastSaved, loadFile, saveFile } from "./answer-file.js";
import { addressOf, file } from "./file.js";
import { isKept, onChangeElsewhere } from "./store.js";
import { answeredCount, isReachable, nextOpen, stateOf } from "./work.js";

const WORDS = { answered: "Answered", changed: "Changed, not saved", started: "Started", open: "Not answered", locked: "Later" };
const CHIPS = { answered: "good", changed: "warn", started: "accent" };
const find = (name) => document.querySelector(`[data-${name}]`);

function drawScreens() {
  for (const [number, row] of [...document.querySelectorAll("[data-row]")].entries()) {
    const screen = file.screens[number];
    const state = stateOf(screen);
    const isLocked = !isReachable(screen);
    const link = row.querySelector("a");
    if (isLocked) link.removeAttribute("href");
    else link.href = addressOf(screen);
    const said = row.querySelector("[data-said]");
    said.className = `chip ${CHIPS[state] ?? ""}`;
    said.textContent = WORDS[isLocked ? "locked" : state];
  }
}

function draw() {
  const all = file.screens.length;
  const done = answeredCount();
  const next = nextOpen();
  find("count").textContent = `${done} of ${all} answered`;
  find("fill").setAttribute("width", `${(100 * done) / all}%`);
  find("all-done").hidden = done < all;
  const go = find("go");
  go.hidden = !next;
  if (next) {
    go.href = addressOf(next);
    go.textContent = done ? "Continue" : "Start";
  }
  find("save").classList.toggle("primary", !next);
  find("locked").hidden = file.screens.every(isReachable);
  drawScreens();
  const saved = lastSaved();
  const fresh = countActions() - (saved?.actions ?? 0);
  find("saved").textContent = saved ? `Last saved to a file on ${new Date(saved.at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}.${fresh > 0 ? " You have worked on since then." : ""}` : "";
  find("unkept").hidden = isKept;
}

find("save").addEventListener("click", () => {
  saveFile();
  draw();
});
find("load").addEventListener("change", async (event) => {
  const [chosen] = event.target.files;
  if (!chosen) return;
  const found = loadFile(await chosen.text());
  event.target.value = "";
  const said = find("loaded");
  said.className = `message ${found.ok ? "good" : "bad"}`;
  said.hidden = false;
  said.textContent = found.words;
  draw();
});
onChangeElsewhere(draw);
draw();
document.documentElement.classList.add("scripted");
