// Instructions in a dialog over the screen, which stays as it is; the language changes without leaving the page.
const dialog = document.querySelector("[data-instructions]");

for (const link of document.querySelectorAll("[data-open-instructions]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    dialog.showModal();
  });
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.target.matches?.("textarea, input:not([type=radio], [type=range])")) return;
  if (!dialog || dialog.open) return;
  event.preventDefault();
  dialog.showModal();
});

for (const form of document.querySelectorAll("form[data-language]")) {
  const choice = form.elements.language;
  form.querySelector("[data-change]").hidden = true;
  choice.addEventListener("change", () => {
    // Where nothing is being answered, the page is loaded again: all of it is in the language then.
    if (!form.closest("dialog")) {
      form.submit();
      return;
    }
    for (const text of form.parentElement.querySelectorAll("[data-text]")) text.hidden = text.dataset.text !== choice.value;
    // Remembered for the next screen; the text is here already, so that nothing depends on the reply. A file that is
    // judged offline has no address to tell.
    if (form.getAttribute("action")) fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body: new FormData(form) }).catch(() => {});
  });
}
