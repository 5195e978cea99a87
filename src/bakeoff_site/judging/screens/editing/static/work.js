// How long somebody works on a text, and by which keys. Time without input for longer than allowed is idle.
const KINDS = [
  ["letters", /^\p{L}\p{M}*$/u],
  ["digits", /^\p{N}$/u],
  ["spaces", /^\s$/u],
  ["navigation", /^(Arrow|Home$|End$|Page)/],
  ["erasing", /^(Backspace|Delete)$/],
  ["symbols", /^.$/u],
];
const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Dead", "Process", "Unidentified"]);

/** The kind of a key, as PET counts them; null for those that only change what others do. */
export function kindOfKey(event) {
  if (MODIFIERS.has(event.key)) return null;
  // With both, some keyboards type a letter.
  if (event.ctrlKey !== event.altKey || event.metaKey) return "commands";
  return KINDS.find(([, pattern]) => pattern.test(event.key))?.[0] ?? "commands";
}

export class Work {
  constructor({ idle_seconds, least_pauses }, before, now) {
    this.idleMilliseconds = 1000 * idle_seconds;
    this.leastPauses = least_pauses;
    this.resume(before);
    this.visits += 1;
    this.last = now;
    this.lastInput = null;
    this.away = false;
  }

  /** Continues with what was measured before, here or elsewhere. */
  resume(before) {
    this.active = 1000 * (before.seconds ?? 0);
    this.idle = 1000 * (before.idle_seconds ?? 0);
    this.keystrokes = before.keystrokes ?? 0;
    this.keys = { ...before.keys };
    this.pauses = Object.fromEntries(this.leastPauses.map((least) => [least, { count: 0, seconds: 0, ...before.pauses?.[least] }]));
    this.visits = before.visits ?? 0;
  }

  /** Counts the time up to now. */
  tick(now) {
    const passed = now - this.last;
    this.last = now;
    if (this.away || passed > this.idleMilliseconds) this.idle += passed;
    else this.active += passed;
  }

  /** A key, or a change of the text that no key made: paste, dictation, a suggestion of the spell-checker. */
  input(kind, now) {
    this.tick(now);
    this.away = false;
    this.keystrokes += 1;
    this.keys[kind] = (this.keys[kind] ?? 0) + 1;
    const gap = this.lastInput === null ? 0 : now - this.lastInput;
    this.lastInput = now;
    if (gap > this.idleMilliseconds) return;
    for (const least of this.leastPauses) {
      if (gap < least) continue;
      this.pauses[least].count += 1;
      this.pauses[least].seconds += gap / 1000;
    }
  }

  leave(now) {
    this.tick(now);
    this.away = true;
    this.lastInput = null;
  }

  comeBack(now) {
    this.tick(now);
    this.away = false;
  }

  /** Seconds at work, up to now. */
  secondsAt(now) {
    const passed = now - this.last;
    return (this.active + (this.away || passed > this.idleMilliseconds ? 0 : passed)) / 1000;
  }

  /** What is stored of it. */
  get measured() {
    const round = (seconds) => Math.round(10 * seconds) / 10;
    const pauses = Object.entries(this.pauses).map(([least, each]) => [least, { count: each.count, seconds: round(each.seconds) }]);
    return {
      seconds: round(this.active / 1000),
      idle_seconds: round(this.idle / 1000),
      keystrokes: this.keystrokes,
      keys: this.keys,
      pauses: Object.fromEntries(pauses),
      visits: this.visits,
    };
  }
}
