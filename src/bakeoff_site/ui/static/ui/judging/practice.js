// An example of the tutorial: the same fields and keys as on a screen, and nothing is saved.
import { fields, form, isComplete, listen, showLeft } from "./answers.js";

listen(
  () => {
    showLeft();
    document.dispatchEvent(new CustomEvent("answered"));
  },
  (event) => {
    if (event.submitter?.name !== "done" && !isComplete()) event.preventDefault();
  },
);
if (Object.keys(fields()).length) document.dispatchEvent(new CustomEvent("answered"));
showLeft();
document.querySelector("#feedback")?.focus();
form.dataset.ready = "yes";
