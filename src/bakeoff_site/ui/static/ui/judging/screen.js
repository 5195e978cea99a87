// A screen of a judge: every choice is saved as it happens, by mouse, touch and keyboard alike.
import { ActionLog } from "./log.js";

const form = document.querySelector("[data-screen]");
const state = document.querySelector("[data-save-state]");
const left = form.querySelector("[data-left]");
const groups = [...form.querySelectorAll("[data-output]")];
const log = new ActionLog(form.dataset.key, Number(form.elements.version.value));
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

function isAnswered(group) {
  return Boolean(group.querySelector("input[type=radio]:checked") || group.querySelector("input[type=number]")?.value);
}

function unanswered() {
  return groups.filter((group) => !isAnswered(group));
}

function show(kind, words) {
  state.className = `saved ${kind}`;
  state.querySelector("[data-words]").textContent = words;
}

function showLeft() {
  const missing = unanswered();
  const letters = missing.map((group) => group.id.replace("output-", "")).filter(Boolean);
  left.textContent = missing.length && letters.length ? `${missing.length} left: ${letters.join(", ")}` : "";
  for (const group of groups) if (isAnswered(group)) group.classList.remove("missing");
}

async function send(actions, keepalive = false) {
  const answer = await fetch(form.dataset.actions, {
    method: "POST",
    keepalive,
    headers: { "Content-Type": "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
    body: JSON.stringify({ version: log.version, text_digest: form.elements.text_digest.value, actions }),
  });
  const body = await answer.json().catch(() => ({ error: "The server did not answer as expected. Try again." }));
  return { status: answer.status, body };
}

/** Sends what waits; true where everything is saved. Submitting is sent alone, so that a refusal loses nothing else. */
async function flush() {
  if (sending) return false;
  sending = true;
  clearTimeout(timer);
  try {
    while (log.actions.length) {
      const first = log.actions.findIndex((each) => each.kind === "submit");
      const part = first === 0 ? log.actions.slice(0, 1) : log.actions.slice(0, first < 0 ? undefined : first);
      show("wait", "Saving…");
      const { status, body } = await send(part);
      if (status === 200) {
        log.confirm(part.length, body.version);
        form.elements.version.value = body.version;
        wait = 1000;
        if (part[0].kind === "submit") {
          show("", "Saved");
          location.assign(form.dataset.next);
          return true;
        }
      } else if (status >= 500 || status === 429) {
        throw new Error(body.error);
      } else {
        refuse(part, status, body);
        return false;
      }
    }
    show("", "Saved");
    return true;
  } catch {
    show("off", `Offline, ${log.actions.length} waiting`);
    timer = setTimeout(flush, wait);
    wait = Math.min(wait * 2, 30000);
    return false;
  } finally {
    sending = false;
  }
}

/** The server does not take something: say why, and where to go on. */
function refuse(part, status, body) {
  if (part[0].kind === "submit") log.dropLast();
  else if (status !== 409) log.confirm(part.length, log.version);
  show("off", "Not saved");
  const missing = (body.missing ?? []).map((number) => groups[number]).filter(Boolean);
  complain(body.error ?? "This could not be saved.", missing, status === 409);
}

/** Says what is missing, with links to each, and goes to the first. */
function complain(words, missing, mayReload = false) {
  document.querySelector("#complaint")?.remove();
  const box = document.createElement("div");
  box.id = "complaint";
  box.className = "message bad";
  box.setAttribute("role", "alert");
  const text = document.createElement("p");
  text.textContent = words;
  box.append(text);
  for (const group of missing) {
    group.classList.add("missing");
    const link = document.createElement("a");
    link.href = `#${group.id}`;
    link.textContent = `Answer ${group.id.replace("output-", "")} `;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      focusOn(group);
    });
    text.append(" ", link);
  }
  if (mayReload) {
    const again = document.createElement("a");
    again.href = location.pathname;
    again.textContent = "Load the screen again";
    again.addEventListener("click", () => localStorage.removeItem(log.place));
    text.append(" ", again);
  }
  form.before(box);
  if (missing.length) focusOn(missing[0]);
}

function focusOn(group) {
  const field = group.querySelector("input[type=radio]:checked, input[type=radio], input[type=number]");
  (field ?? group).focus();
  group.scrollIntoView({ block: "nearest" });
}

function answered() {
  log.replaceLast("answer", { fields: fields() }, sending);
  showLeft();
  document.dispatchEvent(new CustomEvent("answered"));
  flush();
}

function submit() {
  const missing = unanswered();
  if (missing.length) {
    complain(missing.length === 1 ? "One answer is missing." : `${missing.length} answers are missing.`, missing);
    return;
  }
  document.querySelector("#complaint")?.remove();
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
  log.replaceLast(kind, { text: event.target.value }, sending);
  clearTimeout(quiet);
  quiet = setTimeout(flush, 1000);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});

form.ownerDocument.addEventListener("keydown", (event) => {
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
  if (document.visibilityState === "hidden" && log.actions.length && !sending) send(log.actions.filter((each) => each.kind !== "submit"), true).catch(() => {});
});
addEventListener("online", flush);

// What an earlier visit left unsent is shown again and sent.
for (const each of log.actions) {
  if (each.kind === "answer") {
    for (const [name, value] of Object.entries(each.payload.fields ?? {})) {
      const field = form.elements[name];
      if (field) field.value = value;
    }
  } else if (each.kind === "comment" || each.kind === "report") form.elements[each.kind].value = each.payload.text;
}
showLeft();
document.dispatchEvent(new CustomEvent("answered"));
if (log.actions.length) flush();
