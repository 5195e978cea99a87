// The live view is replaced every few seconds: what the reader unfolded stays open. Without this module it folds again.
let open = [];

const start = () => {
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const button of document.querySelectorAll(".no-script")) button.hidden = true;
};

document.addEventListener("htmx:beforeSwap", () => {
  open = [...document.querySelectorAll("#live details[id][open]")].map((each) => each.id);
});
document.addEventListener("htmx:afterSettle", start);
start();
