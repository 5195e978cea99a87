// In the header: whether everything is saved.
const state = document.querySelector("[data-save-state]");

export function showState(kind, words) {
  state.className = `saved ${kind}`;
  const place = state.querySelector("[data-words]");
  if (place.textContent !== words) place.textContent = words;
}

export function isOff() {
  return state.classList.contains("off");
}
