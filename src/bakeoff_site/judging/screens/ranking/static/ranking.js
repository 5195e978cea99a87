// The shelf of a ranking: letters in the order of their ranks; they can be dragged from place to place.
const shelf = document.querySelector("[data-shelf]");
const places = [...shelf.querySelectorAll("[data-rank]")];
const cards = [...document.querySelectorAll("[data-output][data-letter]")];
const WORDS = ["Best", "Second", "Third", "Fourth", "Fifth"];

function rankOf(card) {
  return Number(card.querySelector("input:checked")?.value ?? 0);
}

function choose(card, rank) {
  const field = card.querySelector(`input[value="${rank}"]`);
  field.checked = true;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function draw() {
  for (const place of places) place.querySelectorAll(".letter").forEach((letter) => letter.remove());
  for (const card of cards) {
    const rank = rankOf(card);
    const said = card.querySelector("[data-said]");
    if (!rank) {
      said.textContent = said.dataset.unset;
      continue;
    }
    const ties = cards.filter((other) => other !== card && rankOf(other) === rank).map((other) => other.dataset.letter);
    said.textContent = (WORDS[rank - 1] ?? String(rank)) + (ties.length ? `, tied with ${ties.join(", ")}` : "");
    const letter = document.createElement("span");
    letter.className = "letter";
    letter.textContent = card.dataset.letter;
    letter.draggable = true;
    letter.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", card.dataset.letter));
    places[rank - 1]?.append(letter);
  }
}

for (const place of places) {
  place.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    const card = cards.find((each) => each.dataset.letter === event.dataTransfer.getData("text/plain"));
    if (card) choose(card, Number(place.dataset.rank));
  });
}
for (const card of cards) {
  const letter = card.querySelector(".letter");
  letter.draggable = true;
  letter.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", card.dataset.letter));
}
document.addEventListener("answered", draw);
draw();
