// The editor of rulebooks: line numbers, colours, a jump from a mistake to its line, and completion.
// Without this, the plain text field works.
import { complete } from "./rulebook-completion.js";
import { paint } from "./toml-colours.js";

const frame = document.querySelector("[data-editor]");
const text = frame.querySelector("textarea");
const links = [...document.querySelectorAll("a[data-line]")];
const faulty = new Set(links.map((link) => Number(link.dataset.line)));
const numbers = behind("numbers");
const colours = behind("colours");
frame.classList.add("coloured");

function behind(name) {
  const layer = document.createElement("pre");
  layer.className = name;
  layer.setAttribute("aria-hidden", "true");
  frame.prepend(layer);
  return layer;
}

function number() {
  const lines = text.value.split("\n").length;
  if (numbers.childElementCount === lines) return;
  numbers.replaceChildren(
    ...Array.from({ length: lines }, (_, index) => {
      const line = document.createElement("span");
      line.textContent = String(index + 1);
      line.classList.toggle("faulty", faulty.has(index + 1));
      return line;
    }),
  );
}

function follow() {
  numbers.scrollTop = text.scrollTop;
  colours.scrollTop = text.scrollTop;
  colours.scrollLeft = text.scrollLeft;
}

let isWaiting = false;
function refresh() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    number();
    paint(colours, text.value);
    follow();
  });
}

function show(line) {
  const before = text.value.split("\n").slice(0, line - 1);
  const start = before.reduce((length, each) => length + each.length + 1, 0);
  const end = text.value.indexOf("\n", start);
  text.focus();
  text.setSelectionRange(start, end < 0 ? text.value.length : end);
  text.scrollTop = (text.scrollHeight / text.value.split("\n").length) * Math.max(line - 6, 0);
  follow();
}

for (const link of links) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    show(Number(link.dataset.line));
  });
}
text.addEventListener("input", refresh);
text.addEventListener("scroll", follow);
new ResizeObserver(follow).observe(text);
refresh();
complete(frame, text, refresh);
