// Completion of keys and values in the editor of rulebooks, and what the key at the cursor means.
// The server says which tables and keys there are.

/** The table of the line at a place of the text, as its header names it: `["phases", "dry-run"]`. */
export function tableAt(text, at) {
  const headers = [...text.slice(0, at).matchAll(/^[ \t]*\[\[?([^\]\n]+)\]\]?/gm)];
  const last = headers.at(-1);
  return last ? names(last[1]) : [];
}

function names(path) {
  return [...path.matchAll(/"([^"]*)"|'([^']*)'|([\w+-]+)/g)].map((found) => found[1] ?? found[2] ?? found[3]);
}

/** What is typed at a place: a key, or a value of a key, and the part of it before the cursor. */
export function typedAt(text, at) {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  const value = line.match(/^[ \t]*([\w"'.-]+)[ \t]*=(.*)$/);
  if (value) {
    if (isFinished(value[2])) return null;
    const inner = value[2].match(/^[ \t]*\{(?:.*[,{])?[ \t]*([\w-]*)$/);
    if (inner) return { kind: "key", within: names(value[1]), part: inner[1] };
    const list = value[2].match(/["']?([\w@.:+-]*)$/);
    const key = value[2].match(/(?:^|[{,])[ \t]*([\w-]+)[ \t]*=[^={]*$/);
    const within = key && value[2].trimStart().startsWith("{") ? names(value[1]) : [];
    return { kind: "value", within, key: key && within.length ? key[1] : names(value[1]).at(-1), part: list[1] };
  }
  const header = line.match(/^[ \t]*\[\[?([\w.-]*)$/);
  if (header) return { kind: "header", part: header[1] };
  const key = line.match(/^[ \t]*([\w-]*)$/);
  return key ? { kind: "key", within: [], part: key[1] } : null;
}

/** Whether a value ends with the bracket or the quotation mark that closes it, so that Enter begins a new line. */
function isFinished(value) {
  const quotes = value.match(/["']/g) ?? [];
  return /[\]}]\s*$/.test(value) || (/["']\s*$/.test(value) && quotes.length % 2 === 0);
}

/** The table of the reference that a path leads to: names that an organiser chose are `NAME` there. */
export function tableOf(tables, path) {
  let way = "";
  for (const part of path) {
    const exact = way ? `${way}.${part}` : part;
    const named = way ? `${way}.NAME` : "NAME";
    if (tables.some((table) => table.path === exact || table.path.startsWith(`${exact}.`))) way = exact;
    else if (tables.some((table) => table.path === named || table.path.startsWith(`${named}.`))) way = named;
    else return null;
  }
  const found = tables.find((table) => table.path === way);
  return found && found.same_as ? { ...found, keys: tables.find((table) => table.path === found.same_as).keys } : found;
}

/** Names of the tables below a path that a text has: what other keys can refer to. */
export function namesIn(text, path) {
  const way = path.split(".");
  const found = [...text.matchAll(/^[ \t]*\[\[?([^\]\n]+)\]\]?/gm)].map((header) => names(header[1]));
  const own = found.filter((each) => way.every((part, number) => each[number] === part)).map((each) => each[way.length]);
  const block = text.match(new RegExp(`^[ \\t]*\\[${path.replaceAll(".", "\\.")}\\][^\\n]*\\n((?:(?!^[ \\t]*\\[)[^\\n]*\\n?)*)`, "m"));
  const lines = block ? [...block[1].matchAll(/^[ \t]*([\w+.-]+)[ \t]*=/gm)].map((pair) => pair[1]) : [];
  return [...new Set([...own, ...lines].filter(Boolean))];
}

/** What can be typed at a place, best first: `{text, note, insert}`. */
export function suggestionsAt(tables, text, at) {
  const typed = typedAt(text, at);
  if (!typed) return [];
  const starts = (word) => word.toLowerCase().startsWith(typed.part.toLowerCase()) && word !== typed.part;
  if (typed.kind === "header") {
    // Names that were typed already take the place of NAME, and the last one is still to be typed.
    const given = typed.part.split(".");
    const named = (path) => path.split(".").map((part, at) => (part === "NAME" && at < given.length - 1 ? given[at] : part));
    const paths = tables.map((table) => [named(table.path).join("."), table.meaning]);
    return paths
      .filter(([path]) => path && starts(path))
      .map(([path, note]) => ({ text: path, note, insert: path.replace(/NAME$/, "") }));
  }
  const table = tableOf(tables, [...tableAt(text, at), ...typed.within]);
  if (!table) return [];
  if (typed.kind === "key") {
    const keys = table.keys.filter((key) => starts(key.name));
    return keys.map((key) => ({ text: key.name, note: key.meaning, insert: `${key.name} = ` }));
  }
  const key = table.keys.find((each) => each.name === typed.key);
  if (!key) return [];
  const words = [...key.choices, ...(key.refers_to ? namesIn(text, key.refers_to) : [])];
  const isPlain = key.kind === "true or false";
  const quote = /["'][\w@.:+-]*$/.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at)) ? "" : '"';
  const all = isPlain ? ["true", "false"] : words;
  return all.filter(starts).map((word) => ({ text: word, note: "", insert: isPlain ? word : `${quote}${word}"` }));
}

/** Completes in a text field; `changed` is called when it wrote something. */
export function complete(frame, field, changed) {
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = "suggestions";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  frame.append(list);
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  const help = document.querySelector("#editor-help");
  const plainHelp = [...help.childNodes].map((node) => node.cloneNode(true));
  let tables = [];
  let shown = [];
  let chosen = 0;

  fetch(frame.dataset.keys)
    .then((answer) => (answer.ok ? answer.json() : { tables: [] }))
    .then((answer) => {
      tables = answer.tables;
      // Who typed before the keys arrived sees their suggestions now.
      if (document.activeElement === field && field.value !== field.defaultValue) open();
    })
    .catch(() => {});

  function close() {
    list.hidden = true;
    field.removeAttribute("aria-activedescendant");
  }

  function open() {
    shown = suggestionsAt(tables, field.value, field.selectionStart).slice(0, 40);
    chosen = 0;
    if (!shown.length || field.selectionStart !== field.selectionEnd) return close();
    list.replaceChildren(
      ...shown.map((each, number) => {
        const row = document.createElement("li");
        const word = document.createElement("code");
        const note = document.createElement("span");
        word.textContent = each.text;
        note.textContent = each.note;
        row.id = `suggestion-${number}`;
        row.setAttribute("role", "option");
        row.append(word, note);
        row.addEventListener("mousedown", (event) => {
          event.preventDefault();
          chosen = number;
          insert();
        });
        return row;
      }),
    );
    list.hidden = false;
    place();
    mark();
  }

  function place() {
    const before = field.value.slice(0, field.selectionStart).split("\n");
    const height = field.scrollHeight / field.value.split("\n").length;
    const style = getComputedStyle(field);
    const wide = width(style) * before.at(-1).length + parseFloat(style.paddingInlineStart) - field.scrollLeft;
    list.style.insetBlockStart = `${Math.max(0, before.length * height + 8 - field.scrollTop)}px`;
    list.style.insetInlineStart = `${Math.min(Math.max(0, wide), Math.max(0, frame.clientWidth - list.offsetWidth - 8))}px`;
    if (list.offsetTop + list.offsetHeight > frame.clientHeight) {
      list.style.insetBlockStart = `${Math.max(0, (before.length - 1) * height + 4 - field.scrollTop - list.offsetHeight)}px`;
    }
  }

  function mark() {
    [...list.children].forEach((row, number) => row.setAttribute("aria-selected", String(number === chosen)));
    list.children[chosen].scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", list.children[chosen].id);
  }

  function insert() {
    const typed = typedAt(field.value, field.selectionStart);
    field.setSelectionRange(field.selectionStart - typed.part.length, field.selectionStart);
    // Keeps the browser's own undo, where it can.
    if (!document.execCommand("insertText", false, shown[chosen].insert)) field.setRangeText(shown[chosen].insert, field.selectionStart, field.selectionEnd, "end");
    close();
    changed();
    explain();
  }

  function explain() {
    const at = field.selectionStart;
    const lineStart = field.value.lastIndexOf("\n", at - 1) + 1;
    const found = field.value.slice(lineStart).match(/^[ \t]*([\w-]+)[ \t]*=/);
    const table = tableOf(tables, tableAt(field.value, at));
    const key = found && table ? table.keys.find((each) => each.name === found[1]) : null;
    if (!key) {
      help.replaceChildren(...plainHelp.map((node) => node.cloneNode(true)));
      return;
    }
    const link = document.createElement("a");
    const name = document.createElement("code");
    name.textContent = key.name;
    link.href = `${frame.dataset.reference}#key-${table.same_as || table.path || "top"}.${key.name}`;
    link.target = "_blank";
    link.rel = "noopener";
    link.append("Reference");
    help.replaceChildren(name, ` (${key.kind}): ${key.meaning} `, link);
  }

  field.addEventListener("keydown", (event) => {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      open();
    } else if (!list.hidden && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + shown.length) % shown.length;
      mark();
    } else if (!list.hidden && ["Enter", "Tab"].includes(event.key)) {
      event.preventDefault();
      insert();
    } else if (!list.hidden && event.key === "Escape") {
      event.preventDefault();
      close();
    }
  });
  field.addEventListener("input", (event) => {
    const isTyped = event.inputType === "insertText" && /[\w"[.]/.test(event.data ?? "");
    if (isTyped) open();
    else if (list.hidden || !["deleteContentBackward", "insertText"].includes(event.inputType)) close();
    else open();
  });
  field.addEventListener("blur", close);
  // Typing at the end scrolls the field, too.
  field.addEventListener("scroll", () => list.hidden || place());
  field.addEventListener("click", () => {
    close();
    explain();
  });
  field.addEventListener("keyup", (event) => {
    if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") explain();
  });
}

let measured = 0;
function width(style) {
  if (!measured) {
    const context = document.createElement("canvas").getContext("2d");
    context.font = `${style.fontSize} ${style.fontFamily}`;
    measured = context.measureText("0").width;
  }
  return measured;
}
