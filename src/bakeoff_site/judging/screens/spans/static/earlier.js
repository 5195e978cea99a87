// What the judge said of the segments before: the marks in their texts, score and number of errors next to them.
import { draw } from "./drawing.js";
import { onSide } from "./marks.js";
import { MarkedText } from "./offsets.js";

/** Answers are given as the fields of their screens, which have the names that the fields of this one have. */
export function showEarlier(root, { field, rules }) {
  const score = root.querySelector("[data-scale] input[type=number]");
  for (const place of root.querySelectorAll("[data-own-fields]")) {
    if (!place.dataset.ownFields) continue;
    const given = JSON.parse(place.dataset.ownFields);
    const found = JSON.parse(given[field.name] || "[]").map((mark, number) => ({ ...mark, id: number }));
    const row = place.parentElement;
    row.classList.add("said");
    for (const text of row.querySelectorAll("[data-own]")) {
      const marked = new MarkedText({ text: text.textContent, words: [], characters: [] });
      draw(text, marked, onSide(found, text.dataset.own), { severities: rules.severities });
    }
    place.replaceChildren(...(score && given[score.name] ? [scoreOf(given[score.name]), " "] : []), inWords(found, rules.severities));
  }
}

function scoreOf(value) {
  const label = document.createElement("span");
  label.className = "unseen";
  label.textContent = "Your score: ";
  const score = document.createElement("b");
  score.append(label, value);
  return score;
}

function inWords(marks, severities) {
  const counts = severities.map((severity) => [marks.filter((mark) => mark.severity === severity).length, severity]);
  const words = document.createElement("span");
  words.textContent = counts.filter(([count]) => count).map((each) => each.join(" ")).join(", ") || "no errors";
  return words;
}
