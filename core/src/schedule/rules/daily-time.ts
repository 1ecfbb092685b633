import type { CronFields } from "../cron/cron-fields.ts";
import type { TimeZone } from "../cron/time-zone.ts";

const DAY = 86_400;
/** As far as a local clock can be from UTC, and a day for what a change of the clock leaves behind. */
const NEAR = 2 * DAY;

/** Seconds after midnight of an expression that has one time a day; `null` where it has several. */
export function dailySecondsOf({ seconds, minutes, hours }: CronFields): number | null {
  const [second = 0, ...seconds_] = seconds;
  const [minute = 0, ...minutes_] = minutes;
  const [hour = 0, ...hours_] = hours;
  return seconds_.length + minutes_.length + hours_.length > 0 ? null : hour * 3600 + minute * 60 + second;
}

/** One local time of each day in a zone. */
export class DailyTime {
  readonly #seconds: number;
  readonly #zone: TimeZone;
  readonly #shifts: boolean;

  /** @param shifts whether a time that a clock change leaves out comes later by the length of the gap; else it does not come */
  constructor(seconds: number, zone: TimeZone, shifts: boolean) {
    this.#seconds = seconds;
    this.#zone = zone;
    this.#shifts = shifts;
  }

  /** Its first occurrence on a day that begins so many seconds after midnight; `null` where there is none. */
  onDay(day: number, startsAt: number): Date | null {
    const isBeforeStart = this.#seconds < startsAt;
    const local = (day + (isBeforeStart ? 1 : 0)) * DAY + this.#seconds;
    let shifted: number | null = null;
    for (let cursor = local - NEAR; cursor < local + NEAR;) {
      const { to, offset, before } = this.#zone.spanAt(cursor);
      const at = local - offset;
      if (at >= cursor && at < to) return new Date(at * 1000);
      const late = local - before;
      if (offset > before && late >= cursor && late < to) shifted = late;
      cursor = to;
    }
    return shifted === null || !this.#shifts ? null : new Date(shifted * 1000);
  }
}
