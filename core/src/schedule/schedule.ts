import { CronDialect } from "../model/cron/cron-dialect.ts";
import { type DstOptions, DstGap, DstOverlap } from "../model/option/value/dst-options.ts";
import { CronCalendar } from "./cron/cron-calendar.ts";
import { parseCron } from "./cron/cron-expression.ts";
import { LruCache } from "./cron/lru-cache.ts";
import {
  MAX_OFFSET_SECONDS,
  MAX_SECONDS,
  resolveTimeZone,
  type TimeZone,
  type ZoneSpan,
} from "./cron/time-zone.ts";

export interface ScheduleSpec {
  readonly cron: string;
  /** How the numbers of weekdays are read. @default "standard" */
  readonly cronDialect?: CronDialect;
  /** An IANA name. */
  readonly timeZone: string;
  readonly dst: DstOptions;
  /** The job key; see `parseCron`. */
  readonly seed: string;
}

/** The fire times of one cron expression in one time zone: a set of whole seconds, so two names of one instant fire once. */
export interface Schedule {
  /** The first fire strictly after an instant; `null` when there is none within 41 years. */
  next(after: Date): Date | null;
  /** How many fires lie in (after, to]; the cost does not grow with the number. */
  count(after: Date, to: Date): number;
}

/** The rarest day, a 29th of February on a given weekday, comes after 40 years at the latest. */
const HORIZON_SECONDS = 41 * 366 * 86_400;

const SCHEDULES_KEPT = 4096;

const schedules = new LruCache<string, Schedule>(SCHEDULES_KEPT);

/**
 * Prepares a schedule; the same text again is free.
 *
 * Where a clock change leaves local times out, `dst.gap` "shift" fires each once, later by the length of the gap; where
 * that is a fire already, it stays one. Where a change repeats local times, `dst.overlap` says which fire. An expression
 * whose hours are `*` or steps is an interval and runs through in real time: all that is repeated fires.
 * @throws MoJobError `invalid_cron`, or `invalid_argument` for an unknown zone
 */
export function compileSchedule(spec: ScheduleSpec): Schedule {
  // Only a hashed expression depends on the job; every other is shared by all that use it.
  const seed = spec.cron.includes("H") ? spec.seed : "";
  const { cronDialect = CronDialect.Standard } = spec;
  const key = `${spec.cron}\n${cronDialect}\n${spec.timeZone}\n${spec.dst.gap}\n${spec.dst.overlap}\n${seed}`;
  return schedules.getOrCreate(key, () => createSchedule(spec));
}

function createSchedule(spec: ScheduleSpec): Schedule {
  const fields = parseCron(spec.cron, { seed: spec.seed, dialect: spec.cronDialect ?? CronDialect.Standard });
  return new ZonedSchedule(
    new CronCalendar(fields),
    resolveTimeZone(spec.timeZone),
    spec.dst.gap === DstGap.Shift,
    fields.interval || spec.dst.overlap === DstOverlap.Both,
  );
}

class ZonedSchedule implements Schedule {
  readonly #calendar: CronCalendar;
  readonly #zone: TimeZone;
  readonly #shifts: boolean;
  readonly #repeats: boolean;
  #span: ZoneSpan;
  /** The latest result: nothing fires from `from` until `at`. */
  #known = { from: Infinity, at: -Infinity };

  constructor(calendar: CronCalendar, zone: TimeZone, shifts: boolean, repeats: boolean) {
    this.#calendar = calendar;
    this.#zone = zone;
    this.#shifts = shifts;
    this.#repeats = repeats;
    this.#span = zone.spanAt(0);
  }

  next(after: Date): Date | null {
    const from = secondAfter(after);
    if (!(from >= this.#known.from && from <= this.#known.at)) {
      const at = this.#search(from, Math.min(from + HORIZON_SECONDS, MAX_SECONDS + 1));
      if (at === Infinity) return null;
      this.#known = { from, at };
    }
    return new Date(this.#known.at * 1000);
  }

  count(after: Date, to: Date): number {
    const before = secondAfter(to);
    let count = 0;
    for (let from = secondAfter(after); from < before;) {
      const span = this.#spanAt(from);
      const end = Math.min(span.to, before);
      count += this.#countIn(span, from, end);
      from = end;
    }
    return count;
  }

  /** Goes from span to span, leaving out those no match can fall into. */
  #search(from: number, before: number): number {
    for (let cursor = from; cursor < before;) {
      const span = this.#spanAt(cursor);
      const match = this.#nextIn(span, cursor, Math.min(span.to, before));
      if (match < Infinity) return match;
      const local = this.#calendar.next(span.to - MAX_OFFSET_SECONDS, before + MAX_OFFSET_SECONDS);
      cursor = Math.max(span.to, local - MAX_OFFSET_SECONDS);
    }
    return Infinity;
  }

  #nextIn(span: ZoneSpan, from: number, before: number): number {
    const { offset, before: earlier } = span;
    if (offset < earlier && !this.#repeats) return Infinity;
    const match = this.#calendar.next(from + offset, before + offset) - offset;
    if (offset <= earlier || !this.#shifts) return match;
    // A local time in the gap, read on the clock as it was before the change, fires later by the length of the gap.
    return Math.min(match, this.#calendar.next(from + earlier, before + earlier) - earlier);
  }

  #countIn(span: ZoneSpan, from: number, before: number): number {
    if (span.offset === span.before) return this.#calendar.count(from + span.offset, before + span.offset);
    let count = 0;
    for (let cursor = this.#nextIn(span, from, before); cursor < before;) {
      count += 1;
      cursor = this.#nextIn(span, cursor + 1, before);
    }
    return count;
  }

  #spanAt(seconds: number): ZoneSpan {
    if (seconds < this.#span.from || seconds >= this.#span.to) this.#span = this.#zone.spanAt(seconds);
    return this.#span;
  }
}

function secondAfter(instant: Date): number {
  return Math.floor(instant.getTime() / 1000) + 1;
}
