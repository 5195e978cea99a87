// Sends files in pieces with progress, and continues after a lost connection. Without this the form works.
const form = document.querySelector("[data-upload]");
const input = form.querySelector("input[type=file]");
const area = form.querySelector("[data-drop]");
const list = form.querySelector("[data-uploads]");
const status = form.querySelector("[data-status]");
const pattern = form.querySelector("[data-row]");
const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
const most = Number(form.dataset.most);
const PIECE = 4 * 1024 * 1024;
const PAUSES = [1, 2, 4, 8, 15, 30, 30, 30];
const AT_ONCE = 2;
const MOST_FILES = 50;
const SIZES = ["bytes", "KB", "MB", "GB"];

class Refused extends Error {}
class Cancelled extends Error {}

const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

function inWords(bytes) {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), SIZES.length - 1);
  return `${(bytes / 1024 ** power).toFixed(power ? 1 : 0)} ${SIZES[power]}`;
}

function timeLeft(seconds) {
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 10) return ", a few seconds left";
  if (seconds < 90) return `, about ${10 * Math.round(seconds / 10)} seconds left`;
  return `, about ${Math.round(seconds / 60)} minutes left`;
}

// A request with progress, which fetch does not have.
function ask(address, { method = "GET", body = null, headers = {}, onProgress = () => {}, upload = null } = {}) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.setRequestHeader("X-CSRFToken", token);
    request.setRequestHeader("Accept", "application/json");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", (event) => onProgress(event.loaded));
    request.addEventListener("error", () => failed(new Error("connection")));
    request.addEventListener("abort", () => failed(new Cancelled()));
    request.addEventListener("load", () => {
      const isJson = (request.getResponseHeader("Content-Type") ?? "").startsWith("application/json");
      const answer = isJson ? JSON.parse(request.responseText) : {};
      if (isJson && (request.status < 300 || request.status === 409)) return done(answer);
      // A disk that is full is emptied by people, not by trying again. Other uploads of the same person end by themselves (429).
      if (request.status === 429 || (request.status >= 500 && request.status !== 507)) return failed(new Error(`status ${request.status}`));
      failed(new Refused(answer.message ?? "You are no longer signed in, or may not submit any more. Load the page again."));
    });
    if (upload) upload.request = request;
    request.send(body);
  });
}

// One file on its way, and its row on the page.
class Upload {
  constructor(file, replaced) {
    this.file = file;
    this.replaced = replaced;
    this.row = pattern.content.firstElementChild.cloneNode(true);
    this.part("name").textContent = file.name;
    this.part("cancel").addEventListener("click", () => this.cancel());
    this.part("again").addEventListener("click", () => this.start());
    list.append(this.row);
  }

  part(name) {
    return this.row.querySelector(`[data-${name}]`);
  }

  show(received) {
    const size = this.file.size;
    const bar = this.row.querySelector("progress");
    bar.value = received / size;
    bar.setAttribute("aria-label", `Sent of ${this.file.name}`);
    const speed = (received - this.before) / ((Date.now() - this.since) / 1000);
    this.part("sent").textContent = `${Math.floor((100 * received) / size)} %`;
    this.part("words").textContent = `${inWords(received)} of ${inWords(size)}${timeLeft((size - received) / speed)}`;
  }

  // Tries again as long as only the way to the server is at fault.
  async insist(act) {
    for (const seconds of [...PAUSES, null]) {
      try {
        return await act();
      } catch (error) {
        if (error instanceof Refused || error instanceof Cancelled) throw error;
        if (this.cancelled) throw new Cancelled();
        if (seconds === null) throw new Refused("The server cannot be reached. Try again to continue where it stopped.");
        this.part("words").textContent = `The connection is lost; trying again in ${seconds} s. What was sent is kept.`;
        await pause(seconds);
      }
    }
  }

  // Where an upload of this very file was left, in this browser.
  get memory() {
    return `upload ${form.dataset.upload} ${this.file.name} ${this.file.size} ${this.file.lastModified}`;
  }

  async announced() {
    const known = localStorage.getItem(this.memory);
    if (known) {
      try {
        return await this.insist(() => ask(known));
      } catch (error) {
        if (error instanceof Cancelled) throw error;
        localStorage.removeItem(this.memory);
      }
    }
    const released = [...form.querySelectorAll("[name=released_runs]:checked")].map((box) => box.value);
    const said = new URLSearchParams({
      name: this.file.name,
      size: this.file.size,
      package: form.elements.package?.value ?? "",
      input: form.elements.input?.value ?? "",
      released_runs: released.join("\n"),
    });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const upload = await this.insist(() => ask(form.dataset.upload, { method: "POST", body: said.toString(), headers }));
    localStorage.setItem(this.memory, upload.piece);
    return upload;
  }

  async send() {
    const upload = await this.announced();
    let received = upload.received;
    [this.before, this.since] = [received, Date.now()];
    this.show(received);
    while (received < this.file.size) {
      const answer = await this.insist(async () => {
        const body = this.file.slice(received, received + PIECE);
        const headers = { "Upload-Offset": String(received), "Content-Type": "application/octet-stream" };
        const onProgress = (loaded) => this.show(Math.min(received + loaded, this.file.size));
        try {
          return await ask(upload.piece, { method: "POST", body, headers, onProgress, upload: this });
        } catch (error) {
          // After a lost answer the server knows best how far it is.
          if (!(error instanceof Refused || error instanceof Cancelled)) received = await ask(upload.piece).then((now) => now.received, () => received);
          throw error;
        }
      });
      received = answer.received;
      this.show(received);
    }
    await this.insist(() => ask(upload.finish, { method: "POST" }));
    localStorage.removeItem(this.memory);
    if (this.replaced && this.replaced.name !== this.file.name) await this.removeReplaced();
  }

  async removeReplaced() {
    const body = new URLSearchParams({ file: this.replaced.file, csrfmiddlewaretoken: token });
    await fetch(this.replaced.address, { method: "POST", body, headers: { "X-CSRFToken": token, "HX-Request": "true" } });
  }

  async start() {
    this.part("again").hidden = true;
    this.row.classList.remove("refused");
    const fault = this.fault();
    if (fault) {
      this.refuse(fault);
      return;
    }
    waiting.push(this);
    this.part("words").textContent = "Waiting for the other files";
    startNext();
  }

  // What is wrong with a file before anything of it is sent.
  fault() {
    if (!this.file.size) return `${this.file.name} is empty (0 bytes). Nothing was sent: choose another file.`;
    if (this.file.size > most) return `${this.file.name} is too large: it has ${inWords(this.file.size)}, and at most ${inWords(most)} are taken. Nothing was sent.`;
    return "";
  }

  async run() {
    try {
      await this.send();
    } catch (error) {
      if (!(error instanceof Cancelled)) this.refuse(error.message);
      return;
    }
    this.row.remove();
    status.textContent = `${this.file.name} has arrived and is being checked.`;
    document.body.dispatchEvent(new Event("drafts-changed"));
  }

  refuse(message) {
    this.row.classList.add("refused");
    this.part("words").textContent = message;
    this.part("sent").textContent = "";
    this.part("again").hidden = !this.file.size || this.file.size > most;
    this.part("cancel").textContent = "Close";
    status.textContent = message;
  }

  cancel() {
    this.cancelled = true;
    this.request?.abort();
    const place = waiting.indexOf(this);
    if (place >= 0) waiting.splice(place, 1);
    this.row.remove();
    input.focus();
  }
}

const waiting = [];
let running = 0;

async function startNext() {
  if (running >= AT_ONCE || !waiting.length) return;
  running += 1;
  await waiting.shift().run();
  running -= 1;
  startNext();
}

function add(files, replaced = null) {
  for (const file of files) new Upload(file, replaced).start();
}

form.dataset.enhanced = "";
document.body.classList.add("can-upload");
for (const part of form.querySelectorAll("[data-plain]")) part.hidden = true;
form.querySelector("[data-drop-hint]").hidden = false;

function addChosen() {
  add([...input.files]);
  input.value = "";
}
input.addEventListener("change", addChosen);
// Files may have been chosen before this script was there.
if (input.files.length) addChosen();

// Files that are dropped, and those in folders that are.
async function filesOf(entry) {
  if (entry.isFile) return [await new Promise((done, failed) => entry.file(done, failed))];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const entries = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!entries.length || found.length > MOST_FILES) return found;
    for (const each of entries) found.push(...(await filesOf(each)));
  }
}

async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((entry) => entry.isDirectory)) return [...transfer.files];
  return (await Promise.all(entries.map(filesOf))).flat().slice(0, MOST_FILES);
}

for (const kind of ["dragenter", "dragover"]) {
  area.addEventListener(kind, (event) => {
    event.preventDefault();
    area.classList.add("over");
  });
}
for (const kind of ["dragleave", "drop"]) {
  area.addEventListener(kind, () => area.classList.remove("over"));
}
area.addEventListener("drop", async (event) => {
  event.preventDefault();
  add(await dropped(event.dataTransfer));
});

// Another file in the place of one that has problems.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-replace]");
  if (!button) return;
  const picker = Object.assign(document.createElement("input"), { type: "file" });
  const replaced = { name: button.dataset.replace, file: button.dataset.file, address: button.dataset.remove };
  picker.addEventListener("change", () => add([...picker.files], replaced));
  picker.click();
});

// Who works with the keyboard stays where they were: on the button that undoes what they asked for.
let last = "";
document.addEventListener("htmx:beforeSwap", () => (last = document.activeElement?.dataset.key || last));
document.addEventListener("htmx:afterSettle", () => {
  if (!last || document.activeElement !== document.body) return;
  document.querySelector(`[data-key="${CSS.escape(last)}"]`)?.focus();
  last = "";
});
