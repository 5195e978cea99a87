// Runs in every page that a journey opens, when it has loaded, after each part that is loaded later, and when the window
// gets another size. What it finds goes to the console as an error, where the fixture `page` collects it.
(() => {
  const found = new Set();
  const report = (rule, element, detail = "") => {
    const name = element.tagName.toLowerCase() + (element.id ? `#${element.id}` : "") +
      (element.getAttribute("name") ? `[name=${element.getAttribute("name")}]` : "");
    const text = `accessibility: ${rule}: <${name}> ${detail}`.trim();
    if (!found.has(text)) { found.add(text); console.error(text); }
  };
  const isVisible = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    element.getBoundingClientRect().width > 0;
  const words = (text) => text.trim().replace(/\s+/g, " ");

  const nameOf = (element) => {
    const labelled = (element.getAttribute("aria-labelledby") || "").split(/\s+/).filter(Boolean)
      .map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    const labels = element.labels ? [...element.labels].map((label) => label.textContent).join(" ") : "";
    const images = [...element.querySelectorAll("img")].map((image) => image.alt).join(" ");
    return words([element.getAttribute("aria-label") ?? "", labelled, labels, element.textContent, images,
      element.getAttribute("title") ?? ""].join(" "));
  };

  const checkStructure = () => {
    if (!document.documentElement.lang) report("no language of the page", document.documentElement);
    if (!document.title.trim()) report("no title of the page", document.documentElement);
    const headings = document.querySelectorAll("h1").length;
    if (headings !== 1) report("not exactly one h1", document.body, `${headings} of them`);
    if (document.querySelectorAll("main").length !== 1) report("not exactly one main", document.body);
    for (const image of document.querySelectorAll("img:not([alt])")) report("no alternative text", image);
    const ids = new Set();
    for (const element of document.querySelectorAll("[id]")) {
      if (ids.has(element.id)) report("id used twice", element);
      ids.add(element.id);
    }
    const unlabelled = ["hidden", "submit", "button", "reset", "image"];
    for (const input of document.querySelectorAll("input, select, textarea")) {
      if (unlabelled.includes(input.type)) continue;
      const own = input.tagName === "INPUT" ? nameOf(input) : nameOf(input).replace(words(input.textContent), "");
      if (!own) report("no label", input);
    }
    let level = 0;
    for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
      const own = Number(heading.tagName[1]);
      if (own > level + 1) report(`heading of level ${own} after level ${level}`, heading, words(heading.textContent));
      level = own;
    }
    for (const table of document.querySelectorAll("table")) {
      if (!table.querySelector("th")) report("table without headings", table);
      for (const cell of table.querySelectorAll("th:not([scope])")) report("no scope", cell, words(cell.textContent));
    }
    for (const control of document.querySelectorAll("button, a[href], summary, [role=button]")) {
      if (isVisible(control) && !nameOf(control)) report("no name", control);
    }
  };

  // Size of targets by WCAG 2.2, 2.5.8: 24 pixels each way, or as much room around them; links in sentences may be less.
  const TARGET = 24;
  const isInSentence = (element) => {
    if (getComputedStyle(element).display !== "inline") return false;
    const around = element.closest("p, li, dd, dt, td, th, figcaption, legend, label, span, div");
    return around !== null && words(around.textContent) !== words(element.textContent);
  };
  const boxOf = (element) => {
    const boxes = [element, ...(element.labels ?? [])].map((each) => each.getBoundingClientRect());
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
    return { left, top, right, bottom, width: right - left, height: bottom - top, x: (left + right) / 2, y: (top + bottom) / 2 };
  };
  // What a bar at the edge of the window covers is reached when the page is scrolled.
  const isCovered = (element) => {
    const { x, y } = boxOf(element);
    const top = document.elementFromPoint(x, y);
    return top !== null && !element.contains(top) && !top.contains(element) &&
      ["fixed", "sticky"].includes(getComputedStyle(top.closest("form, div, nav, footer, header") ?? top).position);
  };
  const checkTargets = () => {
    const targets = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
      .filter((element) => isVisible(element) && !element.matches(".skip, :disabled") && !isCovered(element))
      .map((element) => ({ element, box: boxOf(element) }));
    const isSmall = ({ box }) => box.width < TARGET || box.height < TARGET;
    const distance = (box, x, y) => Math.hypot(
      Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    for (const target of targets.filter(isSmall)) {
      if (isInSentence(target.element)) continue;
      const { x, y, width, height } = target.box;
      const near = targets.find((other) => other !== target && (distance(other.box, x, y) < TARGET / 2 ||
        (isSmall(other) && Math.hypot(other.box.x - x, other.box.y - y) < TARGET)));
      if (near) {
        report(`target of ${Math.round(width)} × ${Math.round(height)}`, target.element,
          `${nameOf(target.element).slice(0, 40)} too close to ${nameOf(near.element).slice(0, 40)}`);
      }
    }
  };
  const checkWidth = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth + 1) report(`page of ${scrollWidth} in a window of ${clientWidth}`, document.body);
  };

  // Contrast by the formula of WCAG 2.2, 1.4.3.
  const channels = (colour) => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const known = new Map();
  const parse = (colour) => {
    if (!known.has(colour)) known.set(colour, channels(colour));
    return known.get(colour);
  };
  const over = (top, bottom) => [...[0, 1, 2].map((i) => top[i] * top[3] + bottom[i] * (1 - top[3])), 1];
  const luminance = (colour) => {
    const [red, green, blue] = colour.slice(0, 3).map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const backgrounds = new Map();
  const computeBackground = (element) => {
    const style = getComputedStyle(element);
    if (style.backgroundImage !== "none") return null; // a picture: only viewer can tell
    const layer = parse(style.backgroundColor);
    if (layer[3] === 1) return layer;
    const below = backgroundOf(element.parentElement);
    return below && over(layer, below);
  };
  const backgroundOf = (element) => {
    if (!element) return parse("Canvas");
    if (!backgrounds.has(element)) backgrounds.set(element, computeBackground(element));
    return backgrounds.get(element);
  };
  const checkContrast = (scheme) => {
    known.clear();
    backgrounds.clear();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const elements = new Set(document.querySelectorAll("input:not([type=hidden]), select, textarea"));
    while (walker.nextNode()) if (walker.currentNode.data.trim()) elements.add(walker.currentNode.parentElement);
    for (const element of elements) {
      if (element.matches("script, style, :disabled, :disabled *, option") || !isVisible(element)) continue;
      const style = getComputedStyle(element);
      const background = backgroundOf(element);
      if (!background) continue;
      const size = parseFloat(style.fontSize);
      const wanted = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight, 10) >= 700) ? 3 : 4.5;
      const ratio = contrast(over(parse(style.color), background), background);
      if (ratio < wanted) {
        report(`contrast in ${scheme} ${ratio.toFixed(2)} below ${wanted}`, element, words(element.textContent).slice(0, 40));
      }
    }
  };

  // The dark half of the style sheets is switched on by hand, so that one visit sees both.
  const darkRules = (rules) => [...rules].flatMap((rule) => (rule instanceof CSSMediaRule
    ? (rule.media.mediaText.includes("prefers-color-scheme: dark") ? [rule] : darkRules(rule.cssRules)) : []));
  const inDark = (action) => {
    const rules = [...document.styleSheets].flatMap((sheet) => darkRules(sheet.cssRules));
    const before = rules.map((rule) => rule.media.mediaText);
    for (const rule of rules) rule.media.mediaText = "all";
    document.documentElement.style.colorScheme = "dark";
    action();
    rules.forEach((rule, index) => { rule.media.mediaText = before[index]; });
    document.documentElement.style.removeProperty("color-scheme");
    if (!document.documentElement.getAttribute("style")) document.documentElement.removeAttribute("style");
  };

  // After a click, browsers show the focus to nobody who does not use the keyboard.
  let byPointer = false;
  addEventListener("pointerdown", () => { byPointer = true; }, true);
  addEventListener("keydown", () => { byPointer = false; }, true);
  const checkFocus = () => {
    if (byPointer) return;
    const before = document.activeElement;
    const reachable = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";
    for (const element of document.querySelectorAll(reachable)) {
      if (element.tabIndex < 0 || element.disabled || !element.checkVisibility({ checkVisibilityCSS: true })) continue;
      element.focus({ preventScroll: true });
      if (document.activeElement !== element) continue;
      const style = getComputedStyle(element);
      const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
      if (!outlined && style.boxShadow === "none") report("focus not visible", element, nameOf(element).slice(0, 40));
    }
    if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
    else document.activeElement?.blur();
  };

  // Colours on their way from one to the other are none that people read.
  const still = new CSSStyleSheet();
  still.replaceSync("* { transition: none !important; }");

  const check = () => {
    if (location.protocol === "about:" || innerWidth < 200) return; // while a picture is taken, the window is tiny
    if (!document.adoptedStyleSheets.includes(still)) document.adoptedStyleSheets.push(still);
    checkStructure();
    checkTargets();
    checkWidth();
    checkContrast("light");
    inDark(() => checkContrast("dark"));
    checkFocus();
  };
  addEventListener("load", check);
  document.addEventListener("htmx:afterSettle", check);
  // A phone sets its size while a page still loads; then the page is checked when it is there.
  addEventListener("resize", () => { if (document.readyState === "complete") check(); });
})();
