// What stays in view scrolls in itself where it is long: then keys reach it, and the judged segment or the highlighted part of it comes first.
for (const box of document.querySelectorAll("[data-held]")) {
  const look = () => {
    if (box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY === "auto") box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  new ResizeObserver(look).observe(box);
  look();
  const here = box.querySelector(":scope > .text .part") ?? box.querySelector(":scope > .here");
  if (here) box.scrollTop = here.offsetTop - box.clientHeight / 3;
}
