// Parts of pages that are replaced every few seconds: what the reader unfolded, scrolled or focused stays so. Without this
// module it is folded again and starts at its left edge.
let open = [];
let scrolled = [];
let focused = null;

const frames = () => [...document.querySelectorAll("[role=region][aria-label]")];
const frameCalled = (label) => frames().find((each) => each.getAttribute("aria-label") === label);

const start = () => {
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const [label, left, top] of scrolled) frameCalled(label)?.scrollTo(left, top);
  if (document.activeElement === document.body) focused?.()?.focus({ preventScroll: true });
  for (const button of document.querySelectorAll(".no-script")) button.hidden = true;
};

// What to focus in place of an element that will be replaced.
const successor = (element) => {
  const id = element?.closest("summary")?.closest("details[id]")?.id;
  if (id) return () => document.getElementById(id)?.querySelector("summary");
  const label = element?.matches("[role=region]") && element.getAttribute("aria-label");
  return label ? () => frameCalled(label) : null;
};

document.addEventListener("htmx:beforeSwap", () => {
  open = [...document.querySelectorAll("details[id][open]")].map((each) => each.id);
  scrolled = frames().map((each) => [each.getAttribute("aria-label"), each.scrollLeft, each.scrollTop]);
  focused = successor(document.activeElement);
});
document.addEventListener("htmx:afterSettle", start);
start();
