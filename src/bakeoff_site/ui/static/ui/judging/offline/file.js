// What the file says about itself: its screens in order, whose it is, and where its answers go.
export const file = JSON.parse(document.querySelector("#offline-file").textContent);
export const page = /^#screen-(\d+)$/.exec(location.hash);
/** The screen that is shown; none on the overview. */
export const shown = page ? file.screens[Number(page[1]) - 1] : undefined;

export function addressOf(screen) {
  return `#screen-${file.screens.indexOf(screen) + 1}`;
}
