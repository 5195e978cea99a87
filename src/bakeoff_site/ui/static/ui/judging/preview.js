// A preview of a screen: what is chosen is shown as on the screen of a judge, and nothing is sent.
const form = document.querySelector("[data-preview]");
document.documentElement.classList.add("scripted");
form.addEventListener("change", () => document.dispatchEvent(new CustomEvent("answered")));
form.addEventListener("submit", (event) => event.preventDefault());
