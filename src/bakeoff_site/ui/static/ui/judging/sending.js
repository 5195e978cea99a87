// What a judge does is sent to the server as it happens; what cannot be sent waits, and is sent later.
import { clear, complain, fill, form, groups, showLeft } from "./answers.js";
import { hideComplaint, showComplaint } from "./complaints.js";
import { ActionLog } from "./log.js";
import { isOff, showState } from "./save-state.js";

export const log = new ActionLog(form.dataset.key, Number(form.elements.version.value));
if (log.pageIsOld) location.reload();
const WAITING = "waiting";
let sending = false;
/** What was sent since everything was last sent: the network may be lost between an answer and a change of it. */
let sent = { isSubmitted: false, isChanged: false };
let wait = 1000;
let timer = 0;

async function send(actions, keepalive = false) {
  log.markSent(actions);
  const answer = await fetch(form.dataset.actions, {
    method: "POST",
    keepalive,
    headers: { "Content-Type": "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
    body: JSON.stringify({
      version: log.version,
      text_digest: form.elements.text_digest.value,
      actions: actions.map(({ key, kind, payload, client_time }) => ({ key, kind, payload, client_time })),
    }),
  });
  const body = await answer.json().catch(() => ({}));
  return { status: answer.status, body };
}

/** Sends what waits. Submitting is sent alone, so that a refusal loses nothing else. */
export async function flush() {
  if (sending) return;
  sending = true;
  clearTimeout(timer);
  try {
    while (log.actions.length) {
      const first = log.actions.findIndex((each) => each.kind === "submit");
      const part = first === 0 ? log.actions.slice(0, 1) : log.actions.slice(0, first < 0 ? undefined : first);
      if (!isOff()) showState("wait", "Saving…");
      const { status, body } = await send(part);
      if (status === 200 && Number.isInteger(body.version)) {
        log.confirm(part, body.version);
        form.elements.version.value = body.version;
        wait = 1000;
        if (part[0].kind === "submit") {
          sent = { isSubmitted: true, isChanged: false };
          hideComplaint(WAITING);
        } else sent.isChanged ||= part.some((each) => each.kind !== "view");
      } else if (status >= 500 || status === 429) {
        throw new Error(`status ${status}`);
      } else {
        refuse(part, status, body);
        return;
      }
    }
    showState("", "Saved");
    const { isSubmitted, isChanged } = sent;
    sent = { isSubmitted: false, isChanged: false };
    if (isSubmitted && !isChanged) location.assign(form.dataset.next);
    else if (isSubmitted) showComplaint("Your answer was saved, and you have changed it since. Save again, so that the change counts.", [], "info");
  } catch {
    showState("off", `Offline, ${log.actions.length} waiting`);
    if (log.holdsSubmission) sayThatItWaits();
    timer = setTimeout(flush, wait);
    wait = Math.min(wait * 2, 30000);
  } finally {
    sending = false;
  }
}

/** Why nobody gets on: said once, and again after each press. */
function sayThatItWaits() {
  if (document.querySelector(`#complaint[data-about="${WAITING}"]`)) return;
  showComplaint("The server cannot be reached. Your answer is kept in this browser and sent as soon as possible; then the next screen opens.", [], "warn", WAITING);
}

/** The server does not take something: say why, and where to go on. */
function refuse(part, status, body) {
  if (status === 409 && body.draft) {
    showNewer(body);
    return;
  }
  showState("off", "Not saved");
  if (status === 400) {
    // Who corrects it looks at it again: nothing is submitted behind their back.
    log.drop([...part, ...log.actions.filter((each) => each.kind === "submit")]);
    document.dispatchEvent(new CustomEvent("refused"));
    const missing = (body.missing ?? []).map((number) => groups[number]).filter(Boolean);
    complain(body.error ?? "This could not be saved.", missing);
  } else if (status === 409) {
    log.drop(log.actions);
    showComplaint(body.error, [reload("Load the screen again")]);
  } else {
    // Signed out, or signed in again elsewhere: what waits stays in the log, and the page that opens again sends it.
    showComplaint("You are signed out, so this could not be saved. Your answers are kept in this browser.", [reload("Sign in and continue")]);
  }
}

/** Another tab or device saved something newer: it is shown, and nothing of this tab is mixed into it. */
function showNewer(body) {
  log.drop(log.actions);
  log.version = body.version;
  form.elements.version.value = body.version;
  clear();
  const answer = body.draft.answer ?? null;
  // Screens whose answers are more than values of fields show them themselves.
  if (document.dispatchEvent(new CustomEvent("replaced", { detail: answer, cancelable: true }))) {
    if (Array.isArray(answer)) fill(Object.fromEntries(answer.map((value, number) => [`answer-${number}`, value])));
    else fill({ answer, "answer-0": answer });
  }
  for (const kind of ["comment", "report"]) form.elements[kind].value = body.draft[kind] ?? "";
  showLeft();
  document.dispatchEvent(new CustomEvent("answered"));
  showState("", "Saved");
  showComplaint("This screen was changed in another tab or on another device. You see what was saved there; your last change here was not saved.", [], "info");
}

function reload(words) {
  const link = document.createElement("a");
  link.href = location.pathname;
  link.textContent = words;
  return link;
}

// Phones may close a page without a word: what waits is sent when it is hidden.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "hidden" || sending) return;
  const waiting = log.actions.filter((each) => each.kind !== "submit");
  if (waiting.length) send(waiting, true).catch(() => {});
});
addEventListener("online", flush);
// A page that the browser kept in memory may be older than what was saved since.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
