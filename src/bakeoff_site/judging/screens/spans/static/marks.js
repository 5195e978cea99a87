// The marks of a screen, each change saved at once and undone one by one.

const KEYS = ["id", "side", "start", "end", "severity", "category", "note", "origin"];

export class Marks {
  constructor(root) {
    this.field = root.querySelector("[data-answer]");
    this.rules = JSON.parse(root.dataset.spans);
    this.isSaved = root.dataset.saved === "yes";
    this.place = `bakeoff-undo:${root.closest("form").dataset.key ?? ""}`;
    this.listeners = [];
    /** The mark whose note is being typed: that is one step, however often it is saved. */
    this.typed = null;
    this.read();
    this.past = this.kept();
  }

  read() {
    this.list = this.field.value ? JSON.parse(this.field.value) : [];
  }

  find(id) {
    return this.list.find((mark) => mark.id === id);
  }

  of(side) {
    return onSide(this.list, side);
  }

  /** Marks that need a category or a note. */
  unfinished() {
    const { categories, notes_for: notes } = this.rules;
    return this.list.filter((mark) => (categories && !mark.category) || (notes?.includes(mark.category) && !mark.note.trim()));
  }

  /** The mark about the complete translation, next to which there is no other. */
  complete() {
    return this.list.find((mark) => this.rules.complete?.includes(mark.category));
  }

  add(mark) {
    const made = { id: crypto.randomUUID().slice(0, 8), severity: this.rules.severities[0], category: "", note: "", origin: "judge", ...mark };
    this.set([...this.list, made]);
    return made.id;
  }

  /** A mark about the complete translation is its only one. */
  addComplete(category, end) {
    const severity = this.rules.severities.includes("major") ? "major" : this.rules.severities.at(-1);
    this.set([]);
    const id = this.add({ side: "target", start: 0, end, category, severity });
    this.past.pop();
    return id;
  }

  change(id, values) {
    this.set(this.list.map((mark) => (mark.id === id ? { ...mark, ...values } : mark)));
  }

  /** What is being typed is a step of its own, from the first letter to the last. */
  type(id, values) {
    if (this.typed !== id) this.past.push(this.list);
    this.typed = id;
    this.list = this.list.map((mark) => (mark.id === id ? { ...mark, ...values } : mark));
    this.write();
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  remove(id) {
    this.set(this.list.filter((mark) => mark.id !== id));
  }

  undo() {
    if (!this.past.length) return false;
    this.list = this.past.pop();
    this.typed = null;
    this.save();
    this.tell();
    return true;
  }

  set(list) {
    this.past.push(this.list);
    this.typed = null;
    this.list = list;
    this.save();
    this.tell();
  }

  /** The page sends what changed at once, and what is typed after a pause; it notes both as they happen. */
  save() {
    this.write();
    this.field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  write() {
    this.isSaved = true;
    this.field.value = JSON.stringify(this.list.map((mark) => Object.fromEntries(KEYS.map((key) => [key, mark[key]]))));
    this.keep();
  }

  /** What another tab, another device or an earlier visit saved. */
  replace(list) {
    this.field.value = JSON.stringify(list);
    this.isSaved = true;
    this.list = list;
    this.past = [];
    this.typed = null;
    this.tell();
  }

  tell() {
    for (const each of this.listeners) each();
  }

  keep() {
    try {
      sessionStorage.setItem(this.place, JSON.stringify({ now: this.field.value, past: this.past.slice(-50) }));
    } catch {
      // Without a store, what was done before a reload cannot be undone step by step.
    }
  }

  kept() {
    try {
      const stored = JSON.parse(sessionStorage.getItem(this.place));
      return stored && sameMarks(JSON.parse(stored.now), this.list) ? stored.past : [];
    } catch {
      return [];
    }
  }
}

/** The marks that can be drawn in the source or in the translation. */
export function onSide(list, side) {
  const sides = side === "target" ? ["target"] : ["source", "missing"];
  return list.filter((mark) => sides.includes(mark.side) && mark.start !== null && mark.start < mark.end);
}

export function sameMarks(first, second) {
  const written = (list) => JSON.stringify(list.map((mark) => KEYS.map((key) => mark[key])));
  return written(first) === written(second);
}
