/** The only place of the panel that reads the time or sets a timer. */
export interface PanelClock {
  now(): number;
  /** Returns a function that stops it. */
  after(ms: number, run: () => void): () => void;
}

export const browserClock: PanelClock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

const SECOND_MS = 1000;
const listeners = new Set<() => void>();
let stop: (() => void) | null = null;
let second = now();

function now(): number {
  return Math.floor(browserClock.now() / SECOND_MS) * SECOND_MS;
}

function tick(): void {
  second = now();
  for (const listener of listeners) listener();
  stop = browserClock.after(SECOND_MS - (browserClock.now() % SECOND_MS), tick);
}

/** One tick a second for everything that counts, while anything does. */
export const secondTicker: {
  subscribe(listener: () => void): () => void;
  read(): number;
} = {
  subscribe(listener) {
    listeners.add(listener);
    if (stop === null) tick();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop?.();
      stop = null;
    };
  },
  read: () => second,
};
