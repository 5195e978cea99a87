// The file of answers: written to be uploaded or moved to another device, and read back.
import { file } from "./file.js";
import { keepWork, workOn } from "./work.js";
import { read, write } from "./store.js";

const FORMAT = "bakeoff-offline-answers";
const VERSION = 1;

/** All that was done so far, as the server reads it. */
function content() {
  const screens = file.screens.map((screen) => ({ screen, work: workOn(screen) })).filter(({ work }) => work.actions.length);
  return {
    format: FORMAT,
    version: VERSION,
    file: file.token,
    saved_at: new Date().toISOString(),
    screens: screens.map(({ screen, work }) => ({
      key: screen.key,
      version: work.version,
      text_digest: screen.text_digest,
      shown_at: work.shown_at,
      actions: work.actions.map(({ key, kind, payload, client_time }) => ({ key, kind, payload, client_time })),
    })),
  };
}

export function countActions() {
  return file.screens.reduce((count, screen) => count + workOn(screen).actions.length, 0);
}

export function lastSaved() {
  return read("saved");
}

/** Gives the file to the person. What is in it stays as it is from now on: a later change is another action. */
export function saveFile() {
  const written = content();
  const link = document.createElement("a");
  const address = URL.createObjectURL(new Blob([JSON.stringify(written, null, 1)], { type: "application/json" }));
  link.href = address;
  link.download = file.answers_name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  for (const screen of file.screens) {
    const work = workOn(screen);
    if (work.actions.some((each) => !each.sent)) keepWork(screen, { ...work, actions: work.actions.map((each) => ({ ...each, sent: true })) });
  }
  write("saved", { at: written.saved_at, actions: countActions() });
}

/** Takes over what a file of answers holds, next to what is here: nothing of either is lost. Says what came of it. */
export function loadFile(text) {
  let given = null;
  try {
    given = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (given?.format !== FORMAT || !Array.isArray(given.screens)) return { ok: false, words: "This is not a file of answers. Choose the .json file that this page saved earlier." };
  if (given.version !== VERSION) return { ok: false, words: "This file of answers is from another version of Bakeoff. Upload it on the site instead." };
  if (given.file !== file.token) return { ok: false, words: "These answers are from another offline file. Open that one to load them." };
  let added = 0;
  for (const screen of file.screens) {
    const theirs = given.screens.find((each) => each?.key === screen.key);
    if (!theirs || !Array.isArray(theirs.actions)) continue;
    const work = workOn(screen);
    const known = new Set(work.actions.map((each) => each.key));
    const fresh = theirs.actions.filter((each) => each && !known.has(each.key)).map((each) => ({ ...each, sent: true }));
    if (!fresh.length) continue;
    added += 1;
    const actions = [...work.actions, ...fresh].sort((one, other) => String(one.client_time).localeCompare(String(other.client_time)));
    const version = work.actions.length ? Math.min(work.version, theirs.version) : theirs.version;
    keepWork(screen, { version, shown_at: [work.shown_at, theirs.shown_at].filter(Boolean).sort()[0] ?? null, actions });
  }
  return { ok: true, words: added ? `Loaded what the file holds about ${added} ${added === 1 ? "screen" : "screens"}.` : "Everything in this file is here already." };
}
