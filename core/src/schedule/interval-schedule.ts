import { IntervalFrom } from "../model/cron/interval-from.ts";
import type { Schedule } from "./schedule.ts";

export interface IntervalSpec {
  readonly everyMs: number;
  /** From when it counts. */
  readonly everyFrom: IntervalFrom;
  /** Its first fire, where one is stated. */
  readonly startTime: Date | null;
  /** The moment from which it counts where there is no fire before and no start time; of one that counts from ends, the latest end. */
  readonly since: Date;
}

/**
 * The fire times of an interval; clock changes do not touch them. One that counts from its fires has them at equal distances from its
 * start time, which so decides the phase, else from the full second that it began with. Of one that counts from ends the next fire
 * alone is known.
 */
export function compileInterval({ everyMs, everyFrom, startTime, since }: IntervalSpec): Schedule {
  const start = startTime?.getTime() ?? -Infinity;
  if (everyFrom === IntervalFrom.End)
    return onceAt(new Date(start > since.getTime() ? start : since.getTime() + everyMs));
  const first = startTime?.getTime() ?? Math.ceil(since.getTime() / 1000) * 1000 + everyMs;
  return new EvenSchedule(first, everyMs);
}

/** A schedule with one fire, or none. */
export function onceAt(due: Date | null): Schedule {
  return {
    next: (after) => (due !== null && due > after ? due : null),
    count: (after, to) => (due !== null && due > after && due <= to ? 1 : 0),
  };
}

/** Fires at a first instant and at equal distances after it. */
class EvenSchedule implements Schedule {
  readonly #firstMs: number;
  readonly #everyMs: number;

  constructor(firstMs: number, everyMs: number) {
    this.#firstMs = firstMs;
    this.#everyMs = everyMs;
  }

  next(after: Date): Date | null {
    const at = new Date(this.#firstMs + this.#firesTo(after) * this.#everyMs);
    return Number.isNaN(at.getTime()) ? null : at;
  }

  count(after: Date, to: Date): number {
    return Math.max(0, this.#firesTo(to) - this.#firesTo(after));
  }

  /** How many fires lie at or before an instant. */
  #firesTo(instant: Date): number {
    return Math.max(0, Math.floor((instant.getTime() - this.#firstMs) / this.#everyMs) + 1);
  }
}
