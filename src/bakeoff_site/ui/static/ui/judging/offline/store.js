// The browser's own store. Where a browser refuses it to files, the name of the tab holds everything: it survives a
// reload, but not a closed tab, and people are told so. Elsewhere the name takes a copy along from page to page, because
// the store of a private window was seen to be empty after a reload on a busy machine.
import { file } from "./file.js";

const PLACE = `bakeoff-offline:${file.key}`;

export const isKept = canKeep();
const inTab = readTab();
if (isKept) {
  restore();
  addEventListener("pagehide", () => keepInTab(Object.fromEntries(kept())));
}

function canKeep() {
  try {
    localStorage.setItem(`${PLACE}:test`, "yes");
    localStorage.removeItem(`${PLACE}:test`);
    return true;
  } catch {
    return false;
  }
}

function readTab() {
  try {
    return window.name.startsWith(`${PLACE}=`) ? JSON.parse(window.name.slice(PLACE.length + 1)) : {};
  } catch {
    return {};
  }
}

function keepInTab(values) {
  window.name = `${PLACE}=${JSON.stringify(values)}`;
}

/** Everything of this file in the store, by its name. */
function kept() {
  const names = Object.keys(localStorage).filter((place) => place.startsWith(`${PLACE}:`));
  return names.map((place) => [place.slice(PLACE.length + 1), JSON.parse(localStorage.getItem(place))]);
}

/** What is in the store is newer than its copy, for another tab may have written it. */
function restore() {
  for (const [name, value] of Object.entries(inTab)) {
    if (localStorage.getItem(`${PLACE}:${name}`) === null) write(name, value);
  }
}

export function read(name) {
  try {
    return isKept ? JSON.parse(localStorage.getItem(`${PLACE}:${name}`)) : (inTab[name] ?? null);
  } catch {
    return null;
  }
}

/** Whether it is kept now: a store may be full. */
export function write(name, value) {
  if (!isKept) {
    inTab[name] = value;
    keepInTab(inTab);
    return false;
  }
  try {
    localStorage.setItem(`${PLACE}:${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Calls back when another tab with this file has changed something. */
export function onChangeElsewhere(act) {
  addEventListener("storage", (event) => {
    if (event.key === null || event.key.startsWith(`${PLACE}:`)) act(event.key?.slice(PLACE.length + 1) ?? "");
  });
}
