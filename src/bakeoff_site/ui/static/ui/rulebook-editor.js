// Line numbers beside the rulebook, and a jump from a mistake to its line. Without this everything still works.
const frame = document.querySelector("[data-editor]");
const text = frame.querySelector("textarea");
const numbers = document.createElement("pre");
numbers.className = "numbers";
numbers.setAttribute("aria-hidden", "true");
frame.prepend(numbers);
const links = [...document.querySelectorAll("a[data-line]")];
const faulty = new Set(links.map((link) => Number(link.dataset.line)));

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
text.addEventListener("input", number);
text.addEventListener("scroll", follow);
number();
