// Words that only one of two translations has, marked on demand. That it was used is part of the record.
const button = document.querySelector("[data-differences]");
const texts = [...document.querySelectorAll("[data-text-of]")];
const plain = texts.map((each) => each.textContent);

/** Words and what is between them; in languages without spaces the browser knows the words. */
function words(text, language) {
  return [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)].map((each) => each.segment);
}

/** For each word of the first whether it is in a longest common sequence with the second. */
function common(first, second) {
  const lengths = Array.from({ length: first.length + 1 }, () => new Uint16Array(second.length + 1));
  for (let i = first.length - 1; i >= 0; i--) {
    for (let j = second.length - 1; j >= 0; j--) {
      lengths[i][j] = first[i] === second[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const shared = [first.map(() => false), second.map(() => false)];
  for (let i = 0, j = 0; i < first.length && j < second.length; ) {
    if (first[i] === second[j]) {
      shared[0][i++] = true;
      shared[1][j++] = true;
    } else if (lengths[i + 1][j] >= lengths[i][j + 1]) i++;
    else j++;
  }
  return shared;
}

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
