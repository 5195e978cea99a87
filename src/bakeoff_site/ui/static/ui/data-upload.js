// Shows how much of a file has been sent, and refuses one that is too large before it is. Without this everything
// still works: the browser then shows its own progress.
const SIZES = ["bytes", "KB", "MB", "GB"];

function inWords(bytes) {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), SIZES.length - 1);
  return `${(bytes / 1024 ** power).toFixed(power ? 1 : 0)} ${SIZES[power]}`;
}

function watch(form) {
  const file = form.querySelector("input[type=file]");
  const most = Number(file.dataset.maxBytes);
  file.addEventListener("change", () => {
    const size = file.files[0]?.size ?? 0;
    file.setCustomValidity(size > most ? `The file has ${inWords(size)}; at most ${inWords(most)} are possible.` : "");
    file.reportValidity();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

function send(form) {
  const shown = form.querySelector("[data-progress]");
  const bar = shown.querySelector("progress");
  const words = shown.querySelector("[data-words]");
  const button = form.querySelector("button");
  const request = new XMLHttpRequest();
  const again = (reason) => {
    button.disabled = false;
    words.textContent = reason;
  };
  shown.hidden = false;
  button.disabled = true;
  request.upload.addEventListener("progress", (event) => {
    bar.value = event.loaded / event.total;
    words.textContent =
      event.loaded < event.total ? `${inWords(event.loaded)} of ${inWords(event.total)}` : "sent, now being read";
  });
  request.addEventListener("load", () => (request.status < 500 ? show(request) : again("The server failed. Try again.")));
  request.addEventListener("error", () => again("The connection was lost. Try again."));
  request.open("POST", form.action);
  request.send(new FormData(form));
}

// The page that the server answered with takes the place of this one, messages and all.
function show(request) {
  const answer = new DOMParser().parseFromString(request.responseText, "text/html");
  const main = answer.querySelector("main");
  if (!main) {
    window.location.assign(request.responseURL);
    return;
  }
  document.title = answer.title;
  document.querySelector("main").replaceWith(document.adoptNode(main));
  history.pushState(null, "", request.responseURL);
  window.scrollTo(0, 0);
  main.focus();
  main.querySelectorAll("form[data-upload]").forEach(watch);
  document.dispatchEvent(new Event("main-replaced"));
}

window.addEventListener("popstate", () => window.location.reload());
document.querySelectorAll("form[data-upload]").forEach(watch);
