// A dialog is read before its last turn is graded: the page knows which turns were in view.
const history = document.querySelector("[data-history]");
const unseen = new Set(history.querySelectorAll("[data-turn]"));

function note() {
  if (unseen.size || history.dataset.read === "yes") return;
  history.dataset.read = "yes";
  document.dispatchEvent(new CustomEvent("viewed", { detail: { what: "history" } }));
}

const watch = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting) {
      unseen.delete(entry.target);
      watch.unobserve(entry.target);
    }
  }
  note();
}, { threshold: 0.6 });
for (const turn of unseen) watch.observe(turn);
