// After a time at work a break is suggested, once in a sitting. A sitting ends when nothing happens for ten minutes.
const form = document.querySelector("[data-break-after]");
const PLACE = "bakeoff-judging-sitting";
const REST = 10 * 60 * 1000;

function read() {
  try {
    return JSON.parse(localStorage.getItem(PLACE));
  } catch {
    return null;
  }
}

function keep(sitting) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(sitting));
  } catch {
    // Without a store every screen is a sitting of its own, and no break is suggested.
  }
}

function suggest(minutes) {
  const box = document.createElement("div");
  box.className = "message info";
  box.setAttribute("role", "status");
  const text = document.createElement("p");
  const pause = document.createElement("a");
  pause.href = form.dataset.pause;
  pause.textContent = "Take a break";
  text.append(`You have judged for ${minutes} minutes. `, pause, ": everything is saved. Or just continue.");
  box.append(text);
  form.before(box);
}

const now = Date.now();
const before = read();
const sitting = before && now - before.last < REST ? { ...before, last: now } : { start: now, last: now };
const minutes = Math.floor((now - sitting.start) / 60000);
if (minutes >= Number(form.dataset.breakAfter) && !sitting.told) {
  suggest(minutes);
  sitting.told = true;
}
keep(sitting);
