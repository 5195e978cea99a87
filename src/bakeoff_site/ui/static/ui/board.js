// What a board does beyond links and forms: filters that fold on phones, ticked systems. Without this module the filters
// are open, and the bar of ticked systems names none of them.
const phone = matchMedia("(max-width: 48rem)");
const picked = new Map(); // address of a run: its name
let areFiltersOpen = false;
let openMenus = [];

const foldFilters = () => {
  for (const form of document.querySelectorAll("form.filters")) {
    const button = form.querySelector("[data-filters]");
    if (!button) continue;
    form.toggleAttribute("data-closed", phone.matches && !areFiltersOpen);
    form.toggleAttribute("data-ready", true);
    button.setAttribute("aria-expanded", String(areFiltersOpen));
  }
};

const showPicked = () => {
  const count = document.querySelector("[data-picked]");
  if (!count) return;
  count.textContent = `${picked.size} ${picked.size === 1 ? "system" : "systems"} selected`;
  document.querySelector("[data-picked-names]").replaceChildren(...[...picked.values()].map((name) => {
    const chip = document.createElement("bdi");
    chip.className = "chip";
    chip.textContent = name;
    return chip;
  }));
};

const boxes = () => [...document.querySelectorAll(".board .pick input")];

// Systems that a filter hides stay ticked: they are sent along.
const restorePicked = () => {
  const form = document.querySelector("#picked");
  if (!form) return;
  for (const each of form.querySelectorAll("[data-hidden-pick]")) each.remove();
  const shown = new Map(boxes().map((box) => [box.value, box]));
  for (const key of picked.keys()) {
    if (shown.has(key)) {
      shown.get(key).checked = true;
      continue;
    }
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "run", value: key });
    field.toggleAttribute("data-hidden-pick", true);
    form.append(field);
  }
  form.toggleAttribute("data-open", picked.size > 0);
  showPicked();
};

const start = () => {
  foldFilters();
  restorePicked();
  for (const button of document.querySelectorAll(".no-script")) button.hidden = true;
  for (const id of openMenus) document.getElementById(id)?.setAttribute("open", "");
};

document.addEventListener("change", (event) => {
  if (!event.target.matches(".board .pick input")) return;
  if (event.target.checked) picked.set(event.target.value, event.target.dataset.name);
  else picked.delete(event.target.value);
  restorePicked();
});
document.addEventListener("reset", (event) => {
  if (event.target.id !== "picked") return;
  picked.clear();
  restorePicked();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-filters]")) {
    areFiltersOpen = !areFiltersOpen;
    foldFilters();
  }
});
phone.addEventListener("change", foldFilters);
document.addEventListener("htmx:beforeSwap", () => {
  openMenus = [...document.querySelectorAll("#columns[open]")].map((menu) => menu.id);
});
document.addEventListener("htmx:afterSettle", start);
start();
