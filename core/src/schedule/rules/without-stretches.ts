import type { Beginnings } from "../jittered-schedule.ts";

/** Stretches of time in which a schedule names no fire. */
export interface Stretches {
  /**
   * The first stretch that ends after an instant, cut to it or not; `null` where none will come. An empty one says that none ends before it.
   * They are apart and ascend.
   */
  closedAfter(instant: Date): ClosedStretch | null;
}

export interface ClosedStretch {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive; `null` while no end is known. */
  readonly until: Date | null;
}

/** The most stretches that are gone through for one fire: a schedule that fires in none but closed time has no next fire. */
const MOST_STRETCHES = 400;

/** Those of the beginnings that lie in none of the stretches: both their times and their number by subtraction. */
export function withoutStretches(times: Beginnings, stretches: Stretches): Beginnings {
  const search = (after: Date): Date | null => {
    let at = times.next(after);
    for (let gone = 0; at !== null && gone < MOST_STRETCHES; gone += 1) {
      const closed = stretches.closedAfter(at);
      if (closed === null || closed.from > at) return at;
      at = closed.until && times.next(justBefore(closed.until));
    }
    return null;
  };
  return {
    next: remembered(search),
    count(after, to) {
      let count = times.count(after, to);
      for (const { from, until } of stretchesIn(stretches, after, to)) {
        const begin = from > after ? justBefore(from) : after;
        const end = until === null || until > to ? to : justBefore(until);
        if (begin < end) count -= times.count(begin, end);
      }
      return count;
    },
    nominalOf: (begin) => times.nominalOf(begin),
    movedTo: (begin) => times.movedTo(begin),
    boundOf: (instant) => times.boundOf(instant),
  };
}

/** The same search, which remembers its latest result: a planner asks for one fire again and again until it is due. */
export function remembered(search: (after: Date) => Date | null): (after: Date) => Date | null {
  let known: { readonly after: Date; readonly at: Date | null } | null = null;
  return (after) => {
    if (known === null || after < known.after || (known.at !== null && after >= known.at))
      known = { after, at: search(after) };
    return known.at;
  };
}

/** The closed stretches that touch (after, to], ascending. */
export function* stretchesIn(stretches: Stretches, after: Date, to: Date): Generator<ClosedStretch> {
  let closed = stretches.closedAfter(after);
  while (closed !== null && closed.from <= to) {
    yield closed;
    if (closed.until === null) return;
    closed = stretches.closedAfter(closed.until);
  }
}

function justBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1);
}
