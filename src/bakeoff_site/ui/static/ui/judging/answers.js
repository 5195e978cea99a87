// The answer on a page: what its fields hold, what is missing, and the keys that fill them.
import { hideComplaint, showComplaint } from "./complaints.js";

export const form = document.querySelector("[data-screen]");
export const groups = [...form.querySelectorAll("[data-output]")];
const left = form.querySelector("[data-left]");
const history = form.querySelector("[data-history]");

/** What the fields of the answer hold now; a number that is off its scale is no answer. */
export function fields() {
  const values = {};
  for (const [name, value] of new FormData(form)) {
    if ((name === "answer" || name.startsWith("answer-")) && !isOffScale(form.elements[name])) values[name] = value;
  }
  return values;
}

function isOffScale(field) {
  return field?.type === "number" && (field.validity.rangeOverflow || field.validity.rangeUnderflow);
}

export function fill(values) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    if (!field || value === null) continue;
    if (field.type === "checkbox") field.checked = Boolean(value);
    else field.value = value;
  }
}

export function clear() {
  for (const field of form.querySelectorAll("input[type=radio]")) field.checked = false;
  for (const field of form.querySelectorAll("input[type=number]")) field.value = "";
}

function isAnswered(group) {
  const number = group.querySelector("input[type=number]");
  return Boolean(group.querySelector("input[type=radio]:checked") || (number?.value && !isOffScale(number)));
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

/** What is still to answer, next to the button and in the complaint of a press that came too early. */
export function showLeft() {
  const missing = unanswered();
  left.replaceChildren();
  if (missing.length && groups.length > 1) {
    left.append(`${missing.length} left: `);
    missing.forEach((group, number) => left.append(number ? ", " : "", linkTo(group, nameOf(group))));
  }
  for (const group of groups) if (isAnswered(group)) group.classList.remove("missing");
  if (!missing.length && hasReadHistory()) hideComplaint("missing");
}

/** Says what is missing, with links to each, and goes to the first. */
export function complain(words, missing) {
  for (const group of missing) group.classList.add("missing");
  showComplaint(words, missing.map((group) => linkTo(group, group.dataset.name ?? `Answer ${nameOf(group)}`)), "bad", missing.length ? "missing" : "");
  if (missing.length) focusOn(missing[0]);
}

/** Whether nothing is missing; else that is said. */
export function isComplete() {
  const missing = unanswered();
  const wrong = missing.map((group) => group.querySelector("input[type=number]")).find(isOffScale);
  if (wrong) {
    complain(`Give a number from ${wrong.min} to ${wrong.max}.`, missing);
    return false;
  }
  if (missing.length) {
    complain(missing.length === 1 ? "One answer is missing." : `${missing.length} answers are missing.`, missing);
    return false;
  }
  if (!hasReadHistory()) {
    complain("Read the dialog to its end first.", [history]);
    return false;
  }
  hideComplaint();
  return true;
}

function hasReadHistory() {
  return !history || history.dataset.read === "yes";
}

function focusOn(group) {
  const field = group.querySelector("input[type=radio]:checked, input[type=radio], input[type=number]");
  group.scrollIntoView({ block: "nearest" });
  (field ?? group).focus({ preventScroll: true });
}

/** Fields, buttons and keys: `answered` is called after each change, `submit` when somebody wants to go on. */
export function listen(answered, submit) {
  form.addEventListener("change", (event) => {
    if (event.target.matches("input[type=radio], input[type=number], [data-answer]")) answered();
  });
  form.addEventListener("submit", (event) => submit(event));
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches?.("textarea, input[type=number], input[type=range], select, summary")) return;
    if (/^[0-9]$/.test(event.key)) chooseDigit(event);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event, event.key === "ArrowDown" ? 1 : -1);
  });
  document.documentElement.classList.add("scripted");
}

function here() {
  return groups.findIndex((group) => group.contains(document.activeElement));
}

/** A digit answers the row that has the focus, and goes on to the next that is not answered. */
function chooseDigit(event) {
  const group = groups[here()] ?? unanswered()[0] ?? groups[0];
  const choice = group?.querySelector(`input[data-digit="${event.key}"]`) ?? group?.querySelector(`input[type=radio][value="${event.key}"]`);
  if (!choice) return;
  event.preventDefault();
  choice.checked = true;
  choice.dispatchEvent(new Event("change", { bubbles: true }));
  const following = groups.slice(groups.indexOf(group) + 1).find((each) => !isAnswered(each)) ?? unanswered()[0];
  if (following) focusOn(following);
  else choice.focus();
}

function move(event, by) {
  const next = groups[Math.min(groups.length - 1, Math.max(0, here() + by))];
  if (!next || groups.length < 2) return;
  event.preventDefault();
  focusOn(next);
}

/** Whether a field of the answer holds something else than the server sent. */
export function isChanged(field) {
  if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
  return (field.type === "number" || field.type === "textarea") && field.value !== field.defaultValue;
}
