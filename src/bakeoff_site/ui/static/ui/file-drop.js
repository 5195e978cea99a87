// A place to drop a file on, which shows what was chosen. Without this the input works as browsers have it.
function enhance(area) {
  const input = area.querySelector("input[type=file]");
  const chosen = area.querySelector("[data-chosen]");
  const hint = chosen.textContent;
  const show = () => {
    const names = [...input.files].map((file) => file.name);
    chosen.textContent = names.length ? names.join(", ") : hint;
  };
  area.dataset.enhanced = "";
  input.addEventListener("change", show);
  for (const kind of ["dragenter", "dragover"]) {
    area.addEventListener(kind, (event) => {
      event.preventDefault();
      area.classList.add("over");
    });
  }
  for (const kind of ["dragleave", "drop"]) {
    area.addEventListener(kind, () => area.classList.remove("over"));
  }
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    input.files = event.dataTransfer.files;
    show();
  });
}

function enhanceAll() {
  document.querySelectorAll("[data-drop-file]:not([data-enhanced])").forEach(enhance);
}

enhanceAll();
// The answer to an upload can take the place of the page.
document.addEventListener("main-replaced", enhanceAll);
