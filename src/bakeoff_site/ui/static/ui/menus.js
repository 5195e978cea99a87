// Menus close when the reader clicks elsewhere, moves on with the keyboard or presses Escape.
const openMenus = () => document.querySelectorAll("details.menu[open]");

const closeOthers = (target) => {
  for (const menu of openMenus()) if (!menu.contains(target)) menu.open = false;
};

document.addEventListener("pointerdown", (event) => closeOthers(event.target));
document.addEventListener("focusin", (event) => closeOthers(event.target));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    menu.open = false;
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
  }
});

// Where tabs do not fit, the current one is in sight.
for (const tabs of document.querySelectorAll(".tabs")) {
  const current = tabs.querySelector("[aria-current]");
  if (current) tabs.scrollLeft += current.getBoundingClientRect().right - tabs.getBoundingClientRect().right + 16;
}
