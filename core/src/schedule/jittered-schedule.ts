import { shareOf } from "../base/fingerprint.ts";
import type { Schedule } from "./schedule.ts";

/** When the fires of a schedule begin, and which fire begins then. */
export interface Beginnings extends Schedule {
  /** The nominal time of the fire that begins at an instant. */
  nominalOf(begin: Date): Date;
  /** The time to which a calendar has moved the fire that begins at an instant; `null` for one that was not moved. */
  movedTo(begin: Date): Date | null;
  /** The instant after which exactly those fires begin whose nominal time is after `instant`. */
  boundOf(instant: Date): Date;
}

/**
 * The beginnings of a schedule's fires: each up to `jitterMs` after its nominal time, and before the next fire is due, so that fires
 * keep their order and their number. How long follows from `seed` and the nominal time alone: every process computes the same.
 * @param seed the job's key and the name of its schedule: `seedOf`
 */
export function withJitter(schedule: Schedule, jitterMs: number, seed: string): Beginnings {
  return jitterMs === 0
    ? { ...bound(schedule), ...PUNCTUAL }
    : new JitteredSchedule(schedule, jitterMs, seed);
}

const PUNCTUAL: Pick<Beginnings, "nominalOf" | "movedTo" | "boundOf"> = {
  nominalOf: (begin) => begin,
  movedTo: () => null,
  boundOf: (instant) => instant,
};

function bound(schedule: Schedule): Schedule {
  return { next: (after) => schedule.next(after), count: (after, to) => schedule.count(after, to) };
}

class JitteredSchedule implements Beginnings {
  readonly #nominal: Schedule;
  readonly #jitterMs: number;
  readonly #seed: string;
  /** The few instants that a schedule is bounded by, asked for at every look. */
  readonly #bounds = new Map<number, Date>();
  /** When the fire begins that was found last. */
  #latestMs = Number.NaN;

  constructor(nominal: Schedule, jitterMs: number, seed: string) {
    this.#nominal = nominal;
    this.#jitterMs = jitterMs;
    this.#seed = seed;
  }

  next(after: Date): Date | null {
    // A fire begins before the next one is due: when the latest begins, none waits.
    const waiting = after.getTime() === this.#latestMs ? null : this.#waitingAt(after);
    const nominal = waiting === null ? this.#nominal.next(after) : null;
    const begin = waiting ?? (nominal && this.#beginOf(nominal));
    if (begin !== null) this.#latestMs = begin.getTime();
    return begin;
  }

  count(after: Date, to: Date): number {
    const [before, behind] = [after, to].map((instant) => (this.#waitingAt(instant) === null ? 0 : 1));
    return to <= after ? 0 : this.#nominal.count(after, to) + (before ?? 0) - (behind ?? 0);
  }

  nominalOf(begin: Date): Date {
    return this.#latest(begin) ?? begin;
  }

  movedTo(): null {
    return null;
  }

  boundOf(instant: Date): Date {
    const known = this.#bounds.get(instant.getTime());
    if (known !== undefined) return known;
    const bound = this.#waitingAt(instant) ?? instant;
    this.#bounds.set(instant.getTime(), bound);
    return bound;
  }

  #beginOf(nominal: Date): Date {
    const next = this.#nominal.next(nominal);
    const gapMs = next === null ? Infinity : next.getTime() - nominal.getTime();
    const share = shareOf(`${this.#seed}@${nominal.toISOString()}`);
    return new Date(nominal.getTime() + Math.floor(share * Math.min(this.#jitterMs + 1, gapMs)));
  }

  /** When the fire begins that is due at an instant and has not begun; `null` where there is none. */
  #waitingAt(instant: Date): Date | null {
    const nominal = this.#latest(instant);
    const begin = nominal && this.#beginOf(nominal);
    return begin !== null && begin > instant ? begin : null;
  }

  /** The latest nominal time at or before an instant, of those whose fire can begin at it or later. */
  #latest(instant: Date): Date | null {
    let low = instant.getTime() - this.#jitterMs - 1;
    let high = instant.getTime();
    if (this.#nominal.count(new Date(low), instant) === 0) return null;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#nominal.count(new Date(middle), instant) > 0) low = middle;
      else high = middle;
    }
    return new Date(high);
  }
}
