// Marks in a text: underlines, stacked where they overlap. Text without a mark stays one piece, so that joined letters
// are not parted.

const STYLES = ["minor", "major", "critical", "neutral"];

/** What a severity looks like: by its name where it is a usual one, else by its place. */
export function styleOf(severity, severities) {
  const name = severity.toLowerCase();
  return STYLES.includes(name) ? name : STYLES[severities.indexOf(severity) % STYLES.length];
}

/** For each mark the line that its underline is on: those that overlap or touch differ, so that each can be seen. */
export function lanesOf(marks) {
  const ends = [];
  const lanes = new Map();
  for (const mark of [...marks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    let lane = ends.findIndex((end) => end < mark.start);
    if (lane < 0) lane = ends.length;
    ends[lane] = mark.end;
    lanes.set(mark.id, lane);
  }
  return lanes;
}

/** Draws a text with its marks, and with the range that is being chosen. */
export function draw(element, marked, marks, { severities, active, chosen }) {
  const lanes = lanesOf(marks);
  const cuts = new Set([0, marked.units.length - 1]);
  for (const { start, end } of [...marks, ...(chosen ? [chosen] : [])]) cuts.add(start).add(end);
  const places = [...cuts].sort((a, b) => a - b);
  element.replaceChildren();
  for (let number = 0; number + 1 < places.length; number++) {
    const [start, end] = [places[number], places[number + 1]];
    const here = marks.filter((mark) => mark.start <= start && end <= mark.end).sort((a, b) => lanes.get(a.id) - lanes.get(b.id));
    let node = document.createTextNode(marked.slice(start, end));
    for (const mark of here) {
      const frame = document.createElement("span");
      frame.className = `mark ${styleOf(mark.severity, severities)} lane-${Math.min(lanes.get(mark.id), 4)}${mark.side === "missing" ? " missing" : ""}${mark.id === active ? " on" : ""}`;
      frame.dataset.mark = mark.id;
      frame.append(node);
      node = frame;
    }
    if (chosen && chosen.start <= start && end <= chosen.end) {
      const frame = document.createElement("span");
      frame.className = "chosen";
      frame.append(node);
      node = frame;
    }
    element.append(node);
  }
}

/** The rectangles of a range of a drawn text. */
export function rectangles(element, marked, { start, end }) {
  const range = document.createRange();
  range.setStart(...positionOf(element, marked.units[start], false));
  range.setEnd(...positionOf(element, marked.units[end], true));
  return [...range.getClientRects()];
}

function positionOf(element, unit, isEnd) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = unit;
  let node = walker.nextNode();
  while (node) {
    const length = node.data.length;
    if (left < length || (isEnd && left === length)) return [node, left];
    left -= length;
    const next = walker.nextNode();
    if (!next) return [node, length];
    node = next;
  }
  return [element, 0];
}

/** The piece under a point, else the nearest one on the same line, else the nearest of all. */
export function pieceAt(element, marked, pieces, x, y) {
  let best = null;
  for (const piece of pieces) {
    for (const box of rectangles(element, marked, piece)) {
      const across = Math.max(box.left - x, 0, x - box.right);
      const down = Math.max(box.top - y, 0, y - box.bottom);
      const distance = across + 20 * down;
      if (!best || distance < best.distance) best = { piece, distance };
    }
  }
  return best?.piece ?? null;
}
