// A screen of a judge: every choice is saved as it happens, by mouse, touch and keyboard alike.
import { clear, complain, fields, fill, form, groups, isChanged, isComplete, listen, showLeft } from "./answers.js";
import { hideComplaint, showComplaint } from "./complaints.js";
import { ActionLog } from "./log.js";

const state = document.querySelector("[data-save-state]");
const log = new ActionLog(form.dataset.key, Number(form.elements.version.value));
if (log.pageIsOld) location.reload();
let sending = false;
let wait = 1000;
let timer = 0;

function show(kind, words) {
  state.className = `saved ${kind}`;
  const place = state.querySelector("[data-words]");
  if (place.textContent !== words) place.textContent = words;
}

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
async function flush() {
  if (sending) return;
  sending = true;
  clearTimeout(timer);
  try {
    while (log.actions.length) {
      const first = log.actions.findIndex((each) => each.kind === "submit");
      const part = first === 0 ? log.actions.slice(0, 1) : log.actions.slice(0, first < 0 ? undefined : first);
      if (!state.classList.contains("off")) show("wait", "Saving…");
      const { status, body } = await send(part);
      if (status === 200 && Number.isInteger(body.version)) {
        log.confirm(part, body.version);
        form.elements.version.value = body.version;
        wait = 1000;
        if (part[0].kind === "submit") {
          show("", "Saved");
          location.assign(form.dataset.next);
          return;
        }
      } else if (status >= 500 || status === 429) {
        throw new Error(`status ${status}`);
      } else {
        refuse(part, status, body);
        return;
      }
    }
    show("", "Saved");
  } catch {
    show("off", `Offline, ${log.actions.length} waiting`);
    timer = setTimeout(flush, wait);
    wait = Math.min(wait * 2, 30000);
  } finally {
    sending = false;
  }
}

/** The server does not take something: say why, and where to go on. */
function refuse(part, status, body) {
  if (status === 409 && body.draft) {
    showNewer(body);
    return;
  }
  show("off", "Not saved");
  if (status === 400) {
    // Who corrects it looks at it again: nothing is submitted behind their back.
    log.drop([...part, ...log.actions.filter((each) => each.kind === "submit")]);
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
  logged = JSON.stringify(fields());
  show("", "Saved");
  showComplaint("This screen was changed in another tab or on another device. You see what was saved there; your last change here was not saved.", [], "info");
}

function reload(words) {
  const link = document.createElement("a");
  link.href = location.pathname;
  link.textContent = words;
  return link;
}

let logged = JSON.stringify(fields());

function answered() {
  logged = JSON.stringify(fields());
  log.replaceLast("answer", { fields: fields() });
  hideComplaint("info");
  showLeft();
  document.dispatchEvent(new CustomEvent("answered"));
  flush();
}

function submit(event) {
  event.preventDefault();
  // A number that is still being typed has told nobody yet that it changed.
  if (JSON.stringify(fields()) !== logged) answered();
  if (!isComplete() || log.actions.some((each) => each.kind === "submit")) return;
  log.add("submit");
  flush();
}

listen(answered, submit);
let quiet = 0;
form.addEventListener("input", (event) => {
  const kind = event.target.dataset.remark;
  if (!kind) return;
  log.replaceLast(kind, { text: event.target.value });
  clearTimeout(quiet);
  quiet = setTimeout(flush, 1000);
});
form.querySelector("[data-report]").addEventListener("click", (event) => {
  event.preventDefault();
  const field = form.elements.report;
  field.closest("details").open = true;
  field.focus();
});

// What a judge looked at besides the texts is part of the record.
document.addEventListener("viewed", (event) => {
  log.add("view", event.detail);
  flush();
});

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

// What was chosen before this script was there is saved, too.
if (!log.actions.length && [...form.elements].some((field) => field.name.startsWith("answer") && isChanged(field))) answered();

// What an earlier visit left unsent is shown again and sent.
for (const each of log.actions) {
  if (each.kind === "answer") fill(each.payload.fields ?? {});
  else if (each.kind === "comment" || each.kind === "report") form.elements[each.kind].value = each.payload.text;
}
logged = JSON.stringify(fields());
showLeft();
document.dispatchEvent(new CustomEvent("answered"));
if (log.actions.length) flush();
