// Whatever is wider than its place says so: a shade on the side where there is more, and the keyboard can scroll it.
const AREAS = ".scroll, pre.excerpt, .markdown pre";

const mark = (area) => {
  if (!area.clientWidth) return; // not laid out yet
  const hidden = area.scrollWidth - area.clientWidth;
  const begin = Math.abs(area.scrollLeft); // negative where text runs from right to left
  area.toggleAttribute("data-more-before", hidden > 1 && begin > 1);
  area.toggleAttribute("data-more-after", hidden > 1 && begin < hidden - 1);
  if (hidden > 1) area.tabIndex = 0;
  else area.removeAttribute("tabindex");
};

const sizes = new ResizeObserver((entries) => entries.forEach((entry) => mark(entry.target)));
const watched = new WeakSet();
const watch = () => {
  for (const area of document.querySelectorAll(AREAS)) {
    if (watched.has(area)) continue;
    watched.add(area);
    area.addEventListener("scroll", () => mark(area), { passive: true });
    sizes.observe(area);
  }
};

watch();
document.addEventListener("htmx:afterSettle", watch);
