// Opens a screen or the overview, as the address says. Each is a page of its own, as on the site: going elsewhere loads
// the file again, so that the scripts of the screens are the same in both places.
import { countActions, lastSaved } from "./answer-file.js";
import { file, shown } from "./file.js";
import { isKept } from "./store.js";
import { answeredCount, fieldsOf, isAnswered, isReachable, nextOpen } from "./work.js";

// Some browsers keep this from files.
crypto.randomUUID ??= () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

history.scrollRestoration = "manual";
let isMoving = false;
addEventListener("hashchange", () => {
  if (!/^#(screen-\d+|overview)$/.test(location.hash)) return;
  isMoving = true;
  location.reload();
});
// Where nothing survives a closed tab, what is in no file would be lost.
addEventListener("beforeunload", (event) => {
  if (!isMoving && !isKept && countActions() > (lastSaved()?.actions ?? 0)) event.preventDefault();
});

function open(name) {
  const template = document.querySelector(`#${name}`);
  document.querySelector(".skip").after(template.content);
  document.body.append(document.querySelector("#instructions").content);
  return template.dataset.scripts.split(" ");
}

function openScreen() {
  const scripts = open(`page-${file.screens.indexOf(shown) + 1}`);
  const number = file.screens.indexOf(shown);
  const done = answeredCount();
  document.querySelector("[data-count]").textContent = `${done} of ${file.screens.length}`;
  document.querySelector("[data-fill]").setAttribute("width", `${(100 * done) / file.screens.length}%`);
  document.querySelector("[data-answered-before]").hidden = !isAnswered(shown);
  for (const [name, to] of [["before", number - 1], ["after", number + 1]]) {
    const screen = file.screens[to];
    const link = document.querySelector(`[data-${name}]`);
    if (screen && isReachable(screen)) link.href = `#screen-${to + 1}`;
    else link.remove();
  }
  // What the button names is the next screen of the file, unless that is answered or was answered before this one.
  if (isAnswered(shown) || nextOpen(number) !== file.screens[number + 1]) document.querySelector("[data-submit]").textContent = "Save and continue";
  for (const place of document.querySelectorAll("[data-answer-of]")) {
    const fields = fieldsOf(file.screens.find((each) => each.key === place.dataset.answerOf));
    if (fields) place.dataset.ownFields = JSON.stringify(fields);
  }
  document.title = `${number + 1} of ${file.screens.length} – ${file.title}`;
  return scripts;
}

/** `run` runs a script of the site by its name. */
export function start(run) {
  const scripts = shown && isReachable(shown) ? openScreen() : open("page-overview");
  for (const name of scripts) run(name);
}
