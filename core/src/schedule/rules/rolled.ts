import { CalendarOtherwise } from "../../model/option/value/schedule-calendar.ts";
import type { Beginnings } from "../jittered-schedule.ts";
import type { Schedule } from "../schedule.ts";
import type { DayRule } from "./day-rule.ts";
import type { DailyTime } from "./daily-time.ts";
import { remembered } from "./without-stretches.ts";

const DAY_MS = 86_400_000;
/** As far as a fire is moved. */
const MOST_DAYS = 31;
/** No fire begins so much earlier or later than it is named: a change of the clock may add to the days. */
const FARTHEST_MS = (MOST_DAYS + 2) * DAY_MS;
/** The most fires in a row that find no day, before there is none to come. */
const MOST_LOST = 400;

export interface RolledParts {
  /** A schedule with one time a day. */
  readonly named: Schedule;
  readonly rule: DayRule;
  readonly direction: typeof CalendarOtherwise.Next | typeof CalendarOtherwise.Previous;
  /** When the schedule's local time comes on a day. */
  readonly time: DailyTime;
}

/**
 * The fires of a schedule with one time a day, each at that local time of the nearest day that a rule allows. Fires that come to one instant
 * are one, named by the time nearest to it, so that a day of work keeps its own.
 */
export class RolledSchedule implements Beginnings {
  readonly #parts: RolledParts;
  readonly #isNext: boolean;
  /** The next fire after an instant. */
  readonly next: (after: Date) => Date | null;

  constructor(parts: RolledParts) {
    this.#parts = parts;
    this.#isNext = parts.direction === CalendarOtherwise.Next;
    this.next = remembered((after) => {
      for (const begin of this.#begins(after)) return begin;
      return null;
    });
  }

  count(after: Date, to: Date): number {
    let count = 0;
    for (const begin of this.#begins(after)) {
      if (begin > to) break;
      count += 1;
    }
    return count;
  }

  nominalOf(begin: Date): Date {
    const from = this.#isNext ? begin.getTime() - FARTHEST_MS : begin.getTime() - 1;
    const to = this.#isNext ? begin.getTime() : begin.getTime() + FARTHEST_MS;
    let found: Date | null = null;
    for (const named of this.#named(new Date(from))) {
      if (named.getTime() > to) break;
      if (this.beginOf(named)?.getTime() !== begin.getTime()) continue;
      found = named;
      if (!this.#isNext) break;
    }
    return found ?? begin;
  }

  movedTo(begin: Date): Date | null {
    return this.nominalOf(begin).getTime() === begin.getTime() ? null : begin;
  }

  boundOf(instant: Date): Date {
    return this.#isNext ? this.#boundOfNext(instant) : this.#boundOfPrevious(instant);
  }

  /** The latest named time may begin after the instant, where no later one begins then too. */
  #boundOfNext(instant: Date): Date {
    let latest: Date | null = null;
    for (const named of this.#named(new Date(instant.getTime() - FARTHEST_MS))) {
      if (named > instant) break;
      latest = this.beginOf(named) ?? latest;
    }
    if (latest === null || latest <= instant || this.nominalOf(latest) > instant) return instant;
    return latest;
  }

  /** The first named time after the instant may begin before it, where none that is earlier begins then too. */
  #boundOfPrevious(instant: Date): Date {
    for (const named of this.#named(instant)) {
      if (named.getTime() > instant.getTime() + FARTHEST_MS) break;
      const begin = this.beginOf(named);
      if (begin === null) continue;
      const isBefore = begin <= instant && this.nominalOf(begin) > instant;
      return isBefore ? new Date(begin.getTime() - 1) : instant;
    }
    return instant;
  }

  /** When the fires begin after an instant, ascending. */
  *#begins(after: Date): Generator<Date> {
    const from = this.#isNext ? after.getTime() - FARTHEST_MS : after.getTime() - 1;
    let last = after;
    let lost = 0;
    for (const named of this.#named(new Date(from))) {
      const begin = this.beginOf(named);
      lost = begin === null ? lost + 1 : 0;
      if (lost > MOST_LOST) return;
      if (begin === null || begin <= last) continue;
      last = begin;
      yield begin;
    }
  }

  *#named(after: Date): Generator<Date> {
    const { named } = this.#parts;
    for (let at = named.next(after); at !== null; at = named.next(at)) yield at;
  }

  /** When a fire begins; `null` where no day is near. */
  beginOf(named: Date): Date | null {
    const { rule, time } = this.#parts;
    const day = rule.dayOf(named);
    if (rule.allows(day)) return named;
    const step = this.#isNext ? 1 : -1;
    for (let moved = 0; moved <= MOST_DAYS; moved += 1) {
      const target = day + moved * step;
      // A day that nobody knows may be one that is allowed: going past it would be a guess.
      if (rule.isHeld(target)) return null;
      if (rule.allows(target)) return time.onDay(target, rule.startsAt);
    }
    return null;
  }
}
