// Decisions by the keyboard: j and k go from proposal to proposal, a accepts, r refuses, o leaves open. Only while a
// proposal has the focus: who speaks to a computer, or strikes a key by mistake, elsewhere on the page does nothing by
// it. Without this the form works by mouse and tabulator.
const form = document.querySelector("[data-decide]");
const proposals = form ? [...form.querySelectorAll("[data-proposal]")] : [];
const VERDICTS = { a: "accepted", r: "refused", o: "open" };

const current = () => proposals.findIndex((each) => each.contains(document.activeElement));

function go(step) {
  const place = Math.min(Math.max(current() + step, 0), proposals.length - 1);
  proposals[place].focus();
}

function decide(verdict) {
  const proposal = proposals[current()];
  proposal.querySelector(`input[value=${verdict}]`).checked = true;
  if (verdict === "refused") proposal.querySelector("[id^=reason-]").focus();
}

form?.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || current() < 0) return;
  const writes = event.target.matches("input:not([type=radio]), textarea, select");
  if (event.key === "Escape" && writes) proposals[current()].focus();
  if (writes) return;
  if (event.key === "j") go(1);
  else if (event.key === "k") go(-1);
  else if (event.key in VERDICTS) decide(VERDICTS[event.key]);
  else return;
  event.preventDefault();
});
