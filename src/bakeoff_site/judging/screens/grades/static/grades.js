// The words of a grade next to it, as soon as it is chosen.
const cards = [...document.querySelectorAll("[data-output]")];

function draw() {
  for (const card of cards) {
    const said = card.querySelector("[data-said]");
    said.textContent = card.querySelector("input:checked")?.dataset.note ?? said.dataset.unset;
  }
}

document.addEventListener("answered", draw);
draw();
