// A screen of a judge: every choice is noted as it happens, by mouse, touch and keyboard alike.
import { clear, fields, fill, form, isChanged, isComplete, listen, showLeft } from "./answers.js";
import { hideComplaint } from "./complaints.js";
import { flush, log } from "./sending.js";

/** What the fields held when they were last noted, here or by what is newer from elsewhere. */
let noted = JSON.stringify(fields());
document.addEventListener("answered", () => {
  noted = JSON.stringify(fields());
});
// The server has not got what the fields hold: it is sent again with the next attempt to submit.
document.addEventListener("refused", () => {
  noted = "";
});

function answered() {
  // A field that is left says again that it changed, although that was submitted already.
  if (JSON.stringify(fields()) !== noted) log.replaceLast("answer", { fields: fields() });
  hideComplaint("info");
  showLeft();
  document.dispatchEvent(new CustomEvent("answered"));
  flush();
}

function submit(event) {
  event.preventDefault();
  // A number that is still being typed has told nobody yet that it changed.
  if (JSON.stringify(fields()) !== noted) answered();
  if (!isComplete()) return;
  // Pressed again while the answer waits for a network: it is tried at once, and said again why it waits.
  if (!log.isSubmitting) log.add("submit");
  flush();
}

listen(answered, submit);
let quiet = 0;
form.addEventListener("input", (event) => {
  const kind = event.target.dataset.remark;
  if (kind) log.replaceLast(kind, { text: event.target.value });
  // For the browser, what is typed changes only when its field is left: a tab that is closed before would lose it.
  else if (event.target.matches("input[type=number], [data-typed]")) log.replaceLast("answer", { fields: fields() });
  else return;
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

// What was chosen before this script was there is saved, too.
if (!log.actions.length && [...form.elements].some((field) => field.name.startsWith("answer") && isChanged(field))) {
  noted = "";
  answered();
}

// What an earlier visit left unsent is shown again and sent.
for (const each of log.actions) {
  if (each.kind === "answer") {
    clear(); // a score that was deleted is none
    fill(each.payload.fields ?? {});
  }
  if (each.kind === "comment" || each.kind === "report") form.elements[each.kind].value = each.payload.text;
}
showLeft();
document.dispatchEvent(new CustomEvent("answered"));
if (log.actions.length) flush();
