// Words that only one of two translations has, marked on demand. That it was used is part of the record.
import { common, words } from "../../ui/judging/word-sequences.js";

const button = document.querySelector("[data-differences]");
const texts = [...document.querySelectorAll("[data-text-of]")];
const plain = texts.map((each) => each.textContent);

function draw(element, parts, shared) {
  element.replaceChildren();
  parts.forEach((part, number) => {
    if (shared[number] || !part.trim()) element.append(part);
    else {
      const mark = document.createElement("mark");
      mark.textContent = part;
      element.append(mark);
    }
  });
}

if (button && texts.length === 2) {
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", on);
    if (on) {
      const parts = texts.map((each, number) => words(plain[number], each.lang));
      const shared = common(...parts);
      texts.forEach((each, number) => draw(each, parts[number], shared[number]));
    } else texts.forEach((each, number) => (each.textContent = plain[number]));
    document.dispatchEvent(new CustomEvent("viewed", { detail: { what: "differences", on } }));
  });
} else if (button) button.hidden = true;
