import type { MaintenanceWindow } from "../../model/window/maintenance-window.ts";
import { DstGap, DstOverlap } from "../../model/option/value/dst-options.ts";
import type { JobWindow, Opening } from "../../model/window/job-window.ts";
import type { TimeWindow } from "../../model/window/time-window.ts";
import { compileSchedule, type Schedule } from "../schedule.ts";

/**
 * Prepares a window.
 * @throws MoJobError `invalid_cron`, `invalid_argument` for an unknown zone
 */
export function compileWindow(window: TimeWindow): JobWindow {
  return window.repeats === null
    ? new SingleWindow(window)
    : new RepeatedWindow(window, window.repeats, timesOf(window.repeats));
}

function timesOf({ cron, timeZone }: MaintenanceWindow): Schedule {
  return compileSchedule({ cron, timeZone, dst: { gap: DstGap.Shift, overlap: DstOverlap.First }, seed: "" });
}

class SingleWindow implements JobWindow {
  readonly window: TimeWindow;
  readonly #opening: Opening | null;

  constructor(window: TimeWindow) {
    const { from, until } = window;
    this.window = window;
    this.#opening = until !== null && until <= from ? null : { from, until };
  }

  at(instant: Date): Opening | null {
    return this.#opening !== null && isWithin(this.#opening, instant) ? this.#opening : null;
  }

  after(instant: Date): Opening | null {
    return this.#opening !== null && this.#opening.from > instant ? this.#opening : null;
  }

  endedBy(instant: Date): Date | null {
    const until = this.#opening?.until ?? null;
    return until !== null && until <= instant ? until : null;
  }
}

/** The end of the latest opening, as it is from one instant until another at which the window is closed. */
interface Closed {
  readonly from: number;
  readonly until: number;
  readonly ended: Date | null;
}

const NOTHING_KNOWN: Closed = { from: 0, until: 0, ended: null };

class RepeatedWindow implements JobWindow {
  readonly window: TimeWindow;
  readonly #times: Schedule;
  readonly #durationMs: number;
  /** The window is asked for the same moment by every job that it is for. */
  #known: Closed = NOTHING_KNOWN;

  constructor(window: TimeWindow, { durationMs }: MaintenanceWindow, times: Schedule) {
    this.window = window;
    this.#times = times;
    this.#durationMs = durationMs;
  }

  at(instant: Date): Opening | null {
    const opened = this.#times.next(new Date(instant.getTime() - this.#durationMs));
    const opening = opened && opened <= instant ? this.#openingOf(opened) : null;
    return opening !== null && isWithin(opening, instant) ? opening : null;
  }

  after(instant: Date): Opening | null {
    const { from } = this.window;
    const atFirst = instant < from ? this.at(from) : null;
    if (atFirst !== null) return atFirst;
    const opened = this.#times.next(instant < from ? from : instant);
    return opened && this.#openingOf(opened);
  }

  endedBy(instant: Date): Date | null {
    if (this.at(instant) !== null) return null;
    const at = instant.getTime();
    if (at < this.#known.from || at >= this.#known.until) this.#known = this.#look(instant);
    return this.#known.ended;
  }

  #look(instant: Date): Closed {
    const at = instant.getTime();
    const opened = this.#latest(at);
    const ended = (opened && this.#openingOf(opened)?.until) ?? null;
    if (ended === null) return { from: at, until: at + 1, ended: null };
    return { from: ended.getTime(), until: this.#times.next(instant)?.getTime() ?? Infinity, ended };
  }

  /** What is open from a time of the schedule on, within the time of the window itself; `null` where that is over or comes later. */
  #openingOf(opened: Date): Opening | null {
    const { from, until } = this.window;
    const first = Math.max(opened.getTime(), from.getTime());
    const end = Math.min(opened.getTime() + this.#durationMs, until?.getTime() ?? Infinity);
    return first < end ? { from: new Date(first), until: new Date(end) } : null;
  }

  /** The latest time of the schedule up to an instant that has opened the window. */
  #latest(at: number): Date | null {
    const { from, until } = this.window;
    if (at < from.getTime()) return null;
    let low = from.getTime() - this.#durationMs;
    let high = Math.min(at, (until?.getTime() ?? Infinity) - 1);
    const last = new Date(high);
    if (this.#times.count(new Date(low), last) === 0) return null;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#times.count(new Date(middle), last) > 0) low = middle;
      else high = middle;
    }
    return new Date(high);
  }
}

function isWithin({ from, until }: Opening, instant: Date): boolean {
  return instant >= from && (until === null || instant < until);
}
