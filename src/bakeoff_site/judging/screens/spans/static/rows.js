// Every mark as a row of a list: the way to edit it without a pointer, on a phone and with a screen reader.
import { styleOf } from "./drawing.js";

const SIDES = { missing: "Missing in the translation", source: "Error in the source" };

function make(tag, values = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(values)) {
    if (name.includes("-") || ["role", "for", "lang", "dir", "list"].includes(name)) node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children);
  return node;
}

function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export class Rows {
  /** `texts` are the marked texts by side, `elements` where they are; `act` does what a row asks for. */
  constructor(list, marks, texts, elements, act) {
    Object.assign(this, { list, marks, texts, elements, act });
  }

  draw(active) {
    const focused = document.activeElement;
    const row = this.list.contains(focused) ? focused.closest("[data-row]") : null;
    const place = [...this.list.children].indexOf(row);
    this.list.replaceChildren(...this.marks.list.map((mark, number) => this.row(mark, number, mark.id === active)));
    if (row) (this.part(row.dataset.row, focused.dataset.part) ?? this.nextTo(place, focused.dataset.part))?.focus();
  }

  /** Where the focus goes from a row that was removed: to the one in its place, or to the text if none is left. */
  nextTo(place, name) {
    const row = this.list.children[Math.min(place, this.list.children.length - 1)];
    if (!row) return this.elements.target ?? this.elements.source;
    return this.part(row.dataset.row, name) ?? this.part(row.dataset.row, "quote");
  }

  part(id, name) {
    return this.list.querySelector(`[data-row="${CSS.escape(id)}"] [data-part="${CSS.escape(name)}"]`);
  }

  row(mark, number, isActive) {
    const name = `error ${number + 1}`;
    const isLong = this.marks.rules.severities.length > 2;
    const row = make("li", { className: `${isLong ? "long " : ""}${isActive ? "on" : ""}`, id: `mark-${mark.id}` }, this.severity(mark, name), this.quote(mark, name));
    row.dataset.row = mark.id;
    const remove = make("button", { type: "button", className: "quiet compact remove", "aria-label": `Remove ${name}`, title: "Remove" }, "×");
    remove.dataset.part = "remove";
    remove.addEventListener("click", () => this.act.remove(mark.id));
    row.append(remove);
    if (this.marks.rules.categories) row.append(this.category(mark, name));
    if (mark.side !== "target" && mark.start !== null) row.append(this.side(mark, name));
    if (mark.note || this.marks.rules.notes_for?.includes(mark.category)) row.append(this.note(mark, name));
    if (isActive && mark.start !== null) row.append(this.edges(mark, name));
    row.addEventListener("click", (event) => {
      if (event.target === row) this.act.choose(mark.id);
    });
    row.addEventListener("keydown", (event) => this.key(event, mark));
    return row;
  }

  /** Numbers and Delete do in a row what they do in the text. */
  key(event, mark) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const severity = /^[1-9]$/.test(event.key) ? this.marks.rules.severities[event.key - 1] : null;
    if (severity) this.act.change(mark.id, { severity });
    else if (event.key === "Delete") this.act.remove(mark.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  severity(mark, name) {
    const { severities } = this.marks.rules;
    const group = make("span", { className: "pair", role: "radiogroup", "aria-label": `Severity of ${name}` });
    severities.forEach((severity, number) => {
      const radio = make("input", { type: "radio", name: `severity-${mark.id}`, value: severity, checked: severity === mark.severity });
      radio.dataset.part = `severity-${number}`;
      radio.addEventListener("change", (event) => {
        event.stopPropagation();
        this.act.change(mark.id, { severity });
      });
      group.append(make("label", {}, radio, make("span", { className: `is-${styleOf(severity, severities)}` }, capital(severity))));
    });
    return group;
  }

  quote(mark, name) {
    const side = mark.side === "target" ? "target" : "source";
    const text = this.texts[side];
    const said = mark.start === null ? "" : text.slice(mark.start, mark.end);
    const element = this.elements[side];
    const quoted = said
      ? make("span", { className: "text", lang: element?.lang ?? "", dir: element?.dir ?? "auto" }, said)
      : make("span", { className: "small soft" }, "Missing text");
    const label = mark.side === "target" || !said ? "" : mark.side === "missing" ? "Missing" : "Source";
    const spoken = [label, said || "Missing text"].filter(Boolean).join(" ");
    const button = make("button", { type: "button", className: "quote", "aria-label": `Show ${name}: ${spoken}` });
    // The button runs as its text does, so that a quote begins where lines of the text begin.
    button.dir = said && element?.dir ? element.dir : "auto";
    if (label) button.append(make("span", { className: "tiny faint" }, label), " ");
    button.append(quoted);
    if (mark.origin === "given") button.append(" ", make("span", { className: "chip" }, "Given"));
    button.dataset.part = "quote";
    button.addEventListener("click", () => this.act.choose(mark.id));
    return button;
  }

  category(mark, name) {
    const select = make("select", { "aria-label": `Category of ${name}`, className: mark.category ? "" : "unset" }, make("option", { value: "" }, "Choose a category"));
    const groups = new Map();
    for (const category of this.marks.rules.categories) {
      const [group, kind] = category.includes("/") ? category.split(/\/(.*)/s) : ["", category];
      let place = select;
      if (group) {
        if (!groups.has(group)) {
          groups.set(group, make("optgroup", { label: group }));
          select.append(groups.get(group));
        }
        place = groups.get(group);
      }
      place.append(make("option", { value: category }, kind));
    }
    select.value = mark.category;
    return this.field(select, "category", (value) => this.act.categorise(mark.id, value));
  }

  side(mark, name) {
    const select = make("select", { "aria-label": `What ${name} is about` }, ...Object.entries(SIDES).map(([value, words]) => make("option", { value }, words)));
    select.value = mark.side;
    return this.field(select, "side", (value) => this.act.change(mark.id, { side: value }));
  }

  field(select, part, act) {
    select.dataset.part = part;
    select.addEventListener("change", (event) => {
      event.stopPropagation();
      act(select.value);
    });
    return make("span", { className: "more" }, select);
  }

  note(mark, name) {
    const input = make("input", { type: "text", value: mark.note, maxLength: 1000, placeholder: "What is wrong?", "aria-label": `Note on ${name}` });
    input.dataset.part = "note";
    // The field of all marks says that it changed, not this one.
    input.addEventListener("input", (event) => {
      event.stopPropagation();
      this.marks.type(mark.id, { note: input.value });
    });
    input.addEventListener("change", (event) => event.stopPropagation());
    input.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey) return;
      // Keys of the page are letters of a note.
      event.stopPropagation();
      if (event.key === "Enter") event.preventDefault();
    });
    return make("span", { className: "more" }, input);
  }

  /** Buttons that move an edge by a character or word, for those who cannot drag a handle. */
  edges(mark, name) {
    const group = make("span", { className: "more edges", role: "group", "aria-label": `Edges of ${name}` });
    for (const [edge, words] of [["start", "Start"], ["end", "End"]]) {
      group.append(make("span", { className: "tiny faint" }, words));
      for (const by of [-1, 1]) {
        const way = by < 0 ? "back" : "forward";
        const button = make("button", { type: "button", className: "compact", "aria-label": `Move the ${edge} ${way}` }, by < 0 ? "−" : "+");
        button.dataset.part = `${edge}${by}`;
        button.addEventListener("click", () => this.act.move(mark.id, edge, by));
        group.append(button);
      }
    }
    return group;
  }
}
