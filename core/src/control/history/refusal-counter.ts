import type { Clock } from "../../base/clock.ts";
import type { Doing } from "./act-log.ts";
import { changeOf } from "./act-changes.ts";

const WINDOW_MS = 60_000;
/** Refusals of one actor within a minute that have an act each. */
const MOST_OF_ONE = 10;
/** Most refusals of all unknown callers together: they can have any number of addresses. */
const MOST_UNKNOWN = 60;
const MOST_ACTORS = 10_000;

interface Window {
  written: number;
  counted: number;
  readonly endsMs: number;
  /** The act as which the counted refusals are written. */
  latest: Doing;
}

/** Keeps refusals from filling the history: of many within a minute the first have an act each, and the others one together. */
export class RefusalCounter {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Removes and returns the counts of minutes that are over, one of each actor, for the caller to write. */
  takeCounted(): readonly Doing[] {
    const nowMs = this.#clock.monotonicMs();
    const over = [...this.#windows].filter(([, { endsMs }]) => endsMs <= nowMs);
    for (const [key] of over) this.#windows.delete(key);
    return over.flatMap(([, { counted, latest }]) =>
      counted === 0 ? [] : [{ ...latest, changes: [changeOf("refusals", null, counted)] }],
    );
  }

  /** Whether a refusal is written as an act of its own; else it is counted. */
  takes(doing: Doing): boolean {
    const { by = null, from } = doing;
    if (by !== null) return this.#takes(by.id, MOST_OF_ONE, doing);
    // Only the number is kept of the refusals of all unknown callers.
    if (!this.#takes("", MOST_UNKNOWN, { ...doing, from: null, note: null })) return false;
    return this.#takes(`at ${from?.address ?? ""}`, MOST_OF_ONE, doing);
  }

  #takes(actor: string, most: number, doing: Doing): boolean {
    const key = this.#windows.size < MOST_ACTORS || this.#windows.has(actor) ? actor : "";
    const window = this.#windows.get(key) ?? this.#open(key, doing);
    if (window.written < most) {
      window.written += 1;
      return true;
    }
    window.counted += 1;
    window.latest = doing;
    return false;
  }

  #open(key: string, latest: Doing): Window {
    const endsMs = this.#clock.monotonicMs() + WINDOW_MS;
    const window: Window = { written: 0, counted: 0, endsMs, latest };
    this.#windows.set(key, window);
    return window;
  }
}
