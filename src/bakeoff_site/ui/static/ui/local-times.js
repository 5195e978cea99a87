// Times on the reader's own clocks, and countdowns that count. The zone is the account's, else the browser's.
const zone = document.documentElement.dataset.timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone;

const partsOf = (when, timeZone, locale = "en-GB") => {
  const options = { weekday: "short", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone, timeZoneName: "short" };
  return Object.fromEntries(new Intl.DateTimeFormat(locale, options).formatToParts(when).map((part) => [part.type, part.value]));
};

// Each English knows the letters of its own zones (CEST, EDT) and writes GMT-4 for the others.
const zoneName = (when) => {
  const names = ["en-GB", "en-US", "en-AU"].map((locale) => partsOf(when, zone, locale).timeZoneName);
  return names.find((name) => /^[A-Za-z]+$/.test(name)) ?? names[0];
};

const dayAndTime = (when, timeZone) => {
  const parts = partsOf(when, timeZone);
  return `${parts.weekday} ${parts.day} ${parts.month}, ${parts.hour}:${parts.minute}`;
};

const showLocalTimes = (root) => {
  for (const element of root.querySelectorAll("time[datetime]")) {
    const when = new Date(element.dateTime);
    if (Number.isNaN(when.getTime())) continue;
    const local = `${dayAndTime(when, zone)} (${zoneName(when)})`;
    if (element.dataset.local === undefined) element.title = `Your time: ${local}`;
    else if (!element.textContent && dayAndTime(when, zone) !== dayAndTime(when, element.dataset.local)) element.textContent = local;
  }
};

const DAYS_ALONE = 10; // as the server
const unitsLeft = (end) => {
  const seconds = Math.max(0, Math.floor((end - Date.now()) / 1000));
  const [minutes, hours, days] = [60, 3600, 86400].map((length) => Math.floor(seconds / length));
  let units = [[minutes, "minute"], [seconds % 60, "second"]];
  if (days >= DAYS_ALONE) units = [[days, "day"]];
  else if (days) units = [[days, "day"], [hours % 24, "hour"]];
  else if (hours) units = [[hours, "hour"], [minutes % 60, "minute"]];
  const left = units.filter(([number]) => number).map(([number, unit]) => [number, number === 1 ? unit : `${unit}s`]);
  return left.length ? left : [[0, "seconds"]];
};

const countDown = () => {
  for (const element of document.querySelectorAll("[data-countdown]")) {
    const units = unitsLeft(new Date(element.dataset.countdown));
    const text = units.map((unit) => unit.join(" ")).join(" ");
    if (element.dataset.shown === text) continue;
    element.dataset.shown = text;
    if (!element.classList.contains("countdown")) element.textContent = text;
    else element.replaceChildren(...units.flatMap(([number, unit]) => [figure("span", number), " ", figure("small", unit), " "]));
  }
};

const figure = (name, text) => Object.assign(document.createElement(name), { textContent: text });

showLocalTimes(document);
countDown();
setInterval(countDown, 1000);
document.addEventListener("htmx:afterSettle", (event) => showLocalTimes(event.target));
