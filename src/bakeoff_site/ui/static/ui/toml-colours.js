// TOML in colours: parts of the text with the class that each of them has.
const PARTS = [
  ["comment", /#[^\n]*/y],
  ["header", /\[\[?[^\]\n"']*(?:"[^"\n]*"[^\]\n]*)?\]\]?/y],
  ["string", /"""(?:\\[\s\S]|(?!""")[\s\S])*(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?/y],
  ["value", /\b(?:true|false)\b|[+-]?\d[\w.:+-]*/y],
  ["", /[A-Za-z_][\w-]*|\s+|[^\s\w]/y],
];

/** The parts of a text in order: `[class, text]`. */
export function parts(text) {
  const found = [];
  let at = 0;
  let startsLine = true;
  let depth = 0;
  while (at < text.length) {
    const [kind, part] = next(text, at, startsLine && depth === 0);
    found.push([kind, part]);
    at += part.length;
    if (kind === "" && part.trim() !== "") {
      if ("[{".includes(part)) depth += 1;
      if ("]}".includes(part)) depth = Math.max(0, depth - 1);
    }
    startsLine = part.includes("\n") && kind === "" ? true : startsLine && part.trim() === "";
    if (kind === "comment" || kind === "header") startsLine = false;
  }
  return found;
}

function next(text, at, mayBeHeader) {
  for (const [kind, pattern] of PARTS) {
    if (kind === "header" && !mayBeHeader) continue;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match && match[0] !== "") return [kind, match[0]];
  }
  return ["", text[at]];
}

/** Writes a text in colours into an element. */
export function paint(element, text) {
  element.replaceChildren(
    ...parts(text).map(([kind, part]) => {
      if (kind === "") return document.createTextNode(part);
      const span = document.createElement("span");
      span.className = kind;
      span.textContent = part;
      return span;
    }),
    "\n",
  );
}
