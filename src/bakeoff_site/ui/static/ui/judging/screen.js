// A screen of a judge: every choice is saved as it happens, by mouse, touch and keyboard alike.
import { ActionLog } from "./log.js";
import { hideComplaint, showComplaint } from "./complaints.js";

const form = document.querySelector("[data-screen]");
const state = document.querySelector("[data-save-state]");
const left = form.querySelector("[data-left]");
const groups = [...form.querySelectorAll("[data-output]")];
const log = new ActionLog(form.dataset.key, Number(form.elements.version.value));
if (log.pageIsOld) location.reload();
let sending = false;
let wait = 1000;
let timer = 0;
document.documentElement.classList.add("scripted");

/** What the fields of the answer hold now. */
function fields() {
  const values = {};
  for (const [name, value] of new FormData(form)) if (name === "answer" || name.startsWith("answer-")) values[name] = value;
  return values;
}

function fill(values) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    if (field && value !== null) field.value = value;
  }
}

function isAnswered(group) {
  return Boolean(group.querySelector("input[type=radio]:checked") || group.querySelector("input[type=number]")?.value);
}

function unanswered() {
  return groups.filter((group) => !isAnswered(group));
}

function nameOf(group) {
  return group.dataset.name ?? group.id.replace("output-", "");
}

function linkTo(group, words) {
  const link = document.createElement("a");
  link.href = `#${group.id}`;
  link.textContent = words;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    focusOn(group);
  });
  return link;
}

function show(kind, words) {
  state.className = `saved ${kind}`;
  const place = state.querySelector("[data-words]");
  if (place.textContent !== words) place.textContent = words;
}

/** What is still to answer, next to the button and in the complaint of a press that came too early. */
function showLeft() {
  const missing = unanswered();
  left.replaceChildren();
  if (missing.length && groups.length > 1) {
    left.append(`${missing.length} left: `);
    missing.forEach((group, number) => left.append(number ? ", " : "", linkTo(group, nameOf(group))));
  }
  for (const group of groups) if (isAnswered(group)) group.classList.remove("missing");
  if (!missing.length) hideComplaint("missing");
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
    log.drop(part);
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
  for (const field of form.querySelectorAll("input[type=radio]")) field.checked = false;
  for (const field of form.querySelectorAll("input[type=number]")) field.value = "";
  const answer = body.draft.answer ?? null;
  if (Array.isArray(answer)) fill(Object.fromEntries(answer.map((value, number) => [`answer-${number}`, value])));
  else fill({ answer, "answer-0": answer });
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

/** Says what is missing, with links to each, and goes to the first. */
function complain(words, missing) {
  for (const group of missing) group.classList.add("missing");
  showComplaint(words, missing.map((group) => linkTo(group, group.dataset.name ?? `Answer ${nameOf(group)}`)), "bad", missing.length ? "missing" : "");
  if (missing.length) focusOn(missing[0]);
}

function focusOn(group) {
  const field = group.querySelector("input[type=radio]:checked, input[type=radio], input[type=number]");
  group.scrollIntoView({ block: "nearest" });
  (field ?? group).focus({ preventScroll: true });
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

function submit() {
  // A number that is still being typed has told nobody yet that it changed.
  if (JSON.stringify(fields()) !== logged) answered();
  const missing = unanswered();
  if (missing.length) {
    complain(missing.length === 1 ? "One answer is missing." : `${missing.length} answers are missing.`, missing);
    return;
  }
  hideComplaint();
  if (log.actions.some((each) => each.kind === "submit")) return;
  log.add("submit");
  flush();
}

form.addEventListener("change", (event) => {
  if (event.target.matches("input[type=radio], input[type=number]")) answered();
});
let quiet = 0;
form.addEventListener("input", (event) => {
  const kind = event.target.dataset.remark;
  if (!kind) return;
  log.replaceLast(kind, { text: event.target.value });
  clearTimeout(quiet);
  quiet = setTimeout(flush, 1000);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
form.querySelector("[data-report]").addEventListener("click", (event) => {
  event.preventDefault();
  const field = form.elements.report;
  field.closest("details").open = true;
  field.focus();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    submit();
    return;
  }
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches?.("textarea, input[type=number], input[type=range], select, summary")) return;
  const here = groups.findIndex((group) => group.contains(document.activeElement));
  if (/^[0-9]$/.test(event.key)) {
    const group = groups[here] ?? unanswered()[0] ?? groups[0];
    const choice = group?.querySelector(`input[data-digit="${event.key}"]`) ?? group?.querySelector(`input[type=radio][value="${event.key}"]`);
    if (!choice) return;
    event.preventDefault();
    choice.checked = true;
    choice.dispatchEvent(new Event("change", { bubbles: true }));
    const following = groups.slice(groups.indexOf(group) + 1).find((each) => !isAnswered(each)) ?? unanswered()[0];
    if (following) focusOn(following);
    else choice.focus();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const next = groups[Math.min(groups.length - 1, Math.max(0, here + (event.key === "ArrowDown" ? 1 : -1)))];
    if (!next || groups.length < 2) return;
    event.preventDefault();
    focusOn(next);
  }
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

/** Whether a field of the answer holds something else than the server sent. */
function isChanged(field) {
  return field.type === "radio" ? field.checked !== field.defaultChecked : field.type === "number" && field.value !== field.defaultValue;
}

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
