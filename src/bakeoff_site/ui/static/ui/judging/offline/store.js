// The browser's own store. Where a browser refuses it to files, the name of the tab holds everything: it survives a
// reload, but not a closed tab, and people are told so.
import { file } from "./file.js";

const PLACE = `bakeoff-offline:${file.key}`;

export const isKept = canKeep();
const inTab = isKept ? null : readTab();

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
    window.name = `${PLACE}=${JSON.stringify(inTab)}`;
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
