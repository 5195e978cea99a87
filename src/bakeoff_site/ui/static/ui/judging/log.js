// What a judge did on a screen and the server has not confirmed yet. It is in the browser's own store, so that it
// survives a closed tab or a lost network, and every action has a key, so that sending it twice saves it once.

/** Actions in their order. Where they are kept is said by `keep` of those who extend this. */
export class Actions {
  actions = [];

  add(kind, payload = {}) {
    this.actions.push({ key: crypto.randomUUID(), kind, payload, client_time: new Date().toISOString() });
    this.keep();
  }

  /**
   * An action that was never sent is replaced by the next one of its kind: only what was chosen last is sent. One that
   * was sent may be saved even if no reply came, and the server takes each key once, so it stays as it is.
   */
  replaceLast(kind, payload) {
    const last = this.actions.at(-1);
    if (last?.kind === kind && !last.sent) {
      last.payload = payload;
      last.client_time = new Date().toISOString();
      this.keep();
    } else this.add(kind, payload);
  }

  markSent(actions) {
    for (const each of actions) each.sent = true;
    this.keep();
  }
}

export class ActionLog extends Actions {
  constructor(key, version) {
    super();
    this.place = `bakeoff-judging:${key}`;
    const stored = read(this.place);
    this.actions = stored?.actions ?? [];
    /** The version of the screen that the first waiting action builds on. */
    this.version = this.actions.length ? stored.version : version;
    /** Whether the server confirmed a later version in this tab while the page was on its way: load it again, once. */
    this.pageIsOld = takeConfirmed(this.place) > version;
  }

  /** Whether a submission is on its way, and nothing was changed since. */
  get isSubmitting() {
    return this.actions.findLast((each) => each.kind !== "view")?.kind === "submit";
  }

  /** Whether an answer waits to be submitted, as it is now or as it was before. */
  get holdsSubmission() {
    return this.actions.some((each) => each.kind === "submit");
  }

  confirm(actions, version) {
    this.drop(actions);
    this.version = version;
    this.keep();
    noteConfirmed(this.place, version);
  }

  drop(actions) {
    this.actions = this.actions.filter((each) => !actions.includes(each));
    this.keep();
  }

  keep() {
    try {
      if (this.actions.length) localStorage.setItem(this.place, JSON.stringify({ version: this.version, actions: this.actions }));
      else localStorage.removeItem(this.place);
    } catch {
      // A full or forbidden store: the server is told at once anyway.
    }
  }
}

function read(place) {
  try {
    return JSON.parse(localStorage.getItem(place));
  } catch {
    return null;
  }
}

function noteConfirmed(place, version) {
  try {
    sessionStorage.setItem(`${place}:confirmed`, version);
  } catch {
    // Without a store the page may show an older state; the next save says so.
  }
}

function takeConfirmed(place) {
  try {
    const version = Number(sessionStorage.getItem(`${place}:confirmed`) ?? 0);
    sessionStorage.removeItem(`${place}:confirmed`);
    return version;
  } catch {
    return 0;
  }
}
