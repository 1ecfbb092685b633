import type { JobWindow, Opening } from "../../model/window/job-window.ts";
import { WindowFires } from "../../model/window/time-window.ts";
import type { Beginnings } from "../jittered-schedule.ts";
import { remembered } from "../rules/without-stretches.ts";
import { latestFires, type Stretch } from "../stretches.ts";
import { joinedAfter, joinedAt } from "./joined-openings.ts";

/** Times of one schedule that are looked for among windows; beyond, none will come. */
const MOST_LOOKS = 10_000;

/**
 * The beginnings of a schedule that windows leave: none while one is open, and one at the end where a window that lets its fires begin then
 * has kept some. That one stands for the latest of them.
 */
export function outsideWindows(times: Beginnings, windows: readonly JobWindow[]): Beginnings {
  return windows.length === 0 ? times : new HeldTimes(times, windows);
}

class HeldTimes implements Beginnings {
  readonly #times: Beginnings;
  readonly #windows: readonly JobWindow[];

  readonly next: (after: Date) => Date | null;

  constructor(times: Beginnings, windows: readonly JobWindow[]) {
    this.#times = times;
    this.#windows = windows;
    this.next = remembered((after) => this.#search(after));
  }

  #search(after: Date): Date | null {
    let opening = joinedAt(this.#windows, after);
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      if (opening !== null) {
        if (opening.until === null) return null;
        if (this.#latestHeld(opening) !== null) return opening.until;
      }
      const at = this.#times.next(opening === null ? after : justBefore(opening.until as Date));
      opening = at && joinedAt(this.#windows, at);
      if (opening === null) return at;
    }
    return null;
  }

  count(after: Date, to: Date): number {
    let count = 0;
    let cursor = after;
    while (cursor < to) {
      const opening = joinedAt(this.#windows, cursor) ?? joinedAfter(this.#windows, cursor);
      if (opening === null || opening.from > to) return count + this.#times.count(cursor, to);
      const before = justBefore(opening.from);
      if (before > cursor) count += this.#times.count(cursor, before);
      if (opening.until === null || opening.until > to) return count;
      if (this.#beginsAt(opening as Closed)) count += 1;
      cursor = opening.until;
    }
    return count;
  }

  nominalOf(begin: Date): Date {
    if (this.#times.count(justBefore(begin), begin) > 0) return this.#times.nominalOf(begin);
    const opening = joinedAt(this.#windows, justBefore(begin));
    const held = opening && this.#latestHeld(opening);
    return this.#times.nominalOf(held ?? begin);
  }

  /** A fire that was kept is due at the end of its windows. */
  movedTo(begin: Date): Date | null {
    return this.#times.count(justBefore(begin), begin) > 0 ? this.#times.movedTo(begin) : begin;
  }

  boundOf(instant: Date): Date {
    const bound = this.#times.boundOf(instant);
    const until = joinedAt(this.#windows, bound)?.until ?? null;
    return until !== null && this.nominalOf(until) <= instant ? until : bound;
  }

  #beginsAt(opening: Closed): boolean {
    const { until } = opening;
    return this.#times.count(justBefore(until), until) > 0 || this.#latestHeld(opening) !== null;
  }

  /** The latest beginning within an opening that is to begin at its end. */
  #latestHeld(opening: Opening): Date | null {
    if (opening.until === null) return null;
    let latest: Date | null = null;
    for (const window of this.#windows) {
      if (window.window.fires !== WindowFires.FireOnce) continue;
      const [held] = latestFires(this.#times, stretchesOf(window, opening as Closed), 1);
      if (held !== undefined && (latest === null || held > latest)) latest = held;
    }
    return latest;
  }
}

type Closed = Opening & { readonly until: Date };

/** The stretches of a joined opening in which one of its windows is open. */
function stretchesOf(window: JobWindow, { from, until }: Closed): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let one = window.at(from) ?? window.after(from); one !== null && one.from < until;) {
    const end: Date = one.until === null || one.until > until ? until : one.until;
    stretches.push({ after: justBefore(one.from), to: justBefore(end) });
    one = one.until === null ? null : (window.at(one.until) ?? window.after(one.until));
  }
  return stretches;
}

function justBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1);
}
