// Sends a package in pieces with a bar of progress, and continues after a lost connection. Without this the form works.
const form = document.querySelector("[data-upload]");
const input = form.querySelector("input[type=file]");
const area = form.querySelector("[data-drop]");
const bar = form.querySelector("progress");
const sent = form.querySelector("[data-sent]");
const status = form.querySelector("[data-status]");
const button = form.querySelector("button");
const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
const PIECE = 4 * 1024 * 1024;
const PAUSES = [1, 2, 4, 8, 15, 30, 30, 30];

class Refused extends Error {}

const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

async function ask(address, options = {}) {
  const headers = { "X-CSRFToken": token, Accept: "application/json", ...options.headers };
  const response = await fetch(address, { ...options, headers, credentials: "same-origin" });
  const isJson = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
  const answer = isJson ? await response.json() : {};
  if (response.ok && isJson) return answer;
  if (response.status === 409) return answer;
  // A disk that is full is emptied by people, not by trying again. Other uploads of the same person end by themselves (429).
  if (response.status === 429 || (response.status >= 500 && response.status !== 507)) throw new Error(`status ${response.status}`);
  throw new Refused(answer.message ?? "You are no longer signed in, or may not submit any more. Load the page again.");
}

// Tries again as long as only the way to the server is at fault.
async function insist(act) {
  for (const seconds of [...PAUSES, null]) {
    try {
      const answer = await act();
      status.textContent = "";
      return answer;
    } catch (error) {
      if (error instanceof Refused) throw error;
      if (seconds === null) throw new Refused("The server cannot be reached. Submit the same file again to continue where it stopped.");
      status.textContent = `The connection is lost; trying again in ${seconds} s. What was sent is kept.`;
      await pause(seconds);
    }
  }
}

function show(received, size) {
  bar.value = received / size;
  sent.textContent = `${Math.floor((100 * received) / size)} %`;
}

// Where an upload of this very file was left, in this browser.
const memory = (file) => `upload ${form.dataset.upload} ${file.name} ${file.size} ${file.lastModified}`;

async function startUpload(file) {
  const known = localStorage.getItem(memory(file));
  if (known) {
    try {
      return await insist(() => ask(known));
    } catch {
      localStorage.removeItem(memory(file));
    }
  }
  const released = [...form.querySelectorAll("[name=released_runs]:checked")].map((box) => box.value);
  const said = new URLSearchParams({
    name: file.name,
    size: file.size,
    package: form.elements.package?.value ?? "",
    input: form.elements.input?.value ?? "",
    released_runs: released.join("\n"),
  });
  const upload = await insist(() => ask(form.dataset.upload, { method: "POST", body: said }));
  localStorage.setItem(memory(file), upload.piece);
  return upload;
}

async function send(file) {
  const upload = await startUpload(file);
  let received = upload.received;
  show(received, file.size);
  while (received < file.size) {
    const answer = await insist(async () => {
      // After a lost answer the server knows best how far it is.
      const body = file.slice(received, received + PIECE);
      const headers = { "Upload-Offset": String(received), "Content-Type": "application/octet-stream" };
      try {
        return await ask(upload.piece, { method: "POST", body, headers });
      } catch (error) {
        if (!(error instanceof Refused)) received = await ask(upload.piece).then((now) => now.received, () => received);
        throw error;
      }
    });
    received = answer.received;
    show(received, file.size);
  }
  const done = await insist(() => ask(upload.finish, { method: "POST" }));
  localStorage.removeItem(memory(file));
  location.assign(done.receipt);
}

const progress = form.querySelector("[data-progress]");

function refuse(message) {
  progress.hidden = true; // nothing that was refused has been sent
  status.textContent = message;
  status.className = "message error";
  button.disabled = false;
}

form.addEventListener("submit", async (event) => {
  const [file] = input.files;
  if (!file) return;
  event.preventDefault();
  status.textContent = "";
  status.className = "";
  if (!file.size) {
    refuse(`${file.name} is empty (0 bytes). Nothing was sent: choose another file.`);
    return;
  }
  button.disabled = true;
  progress.hidden = false;
  try {
    await send(file);
  } catch (error) {
    refuse(error.message);
    return;
  }
  status.textContent = "Received. The receipt follows.";
});

form.querySelector("[data-drop-hint]").hidden = false;
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
  if (event.dataTransfer.files.length) input.files = event.dataTransfer.files;
});
