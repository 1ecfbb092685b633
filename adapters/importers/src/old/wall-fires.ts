import type { OldFires } from "./old-fires.ts";
import type { ClockSpan } from "./wall-clock.ts";
import { type CivilDay, GapRule, OverlapRule, type WallRules } from "./wall-rules.ts";

const DAY = 86_400;

/** The fires of an expression by the rules of its own scheduler, day by day through the spans of its zone. */
export function wallFires(rules: WallRules, spans: readonly ClockSpan[]): OldFires {
  return new WallFires(rules, spans);
}

/** A stretch of local time, in seconds, with what is subtracted to get the instant. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

interface Plan {
  /** Fires before `until`. */
  readonly moved: readonly number[];
  readonly until: number;
  readonly stretch: Stretch;
}

/** Schedules that fire less often are taken to fire never. */
const LONGEST_WAIT = 5 * 366 * DAY;

class WallFires implements OldFires {
  readonly #rules: WallRules;
  readonly #spans: readonly ClockSpan[];
  /** The times of every matching day, in seconds from midnight. */
  readonly #times: readonly number[];

  constructor(rules: WallRules, spans: readonly ClockSpan[]) {
    this.#rules = rules;
    this.#spans = spans;
    this.#times = rules.hours.flatMap((hour) =>
      rules.minutes.flatMap((minute) => rules.seconds.map((second) => hour * 3600 + minute * 60 + second)),
    );
  }

  *between(fromMs: number, toMs: number): Generator<number> {
    for (const span of this.#spans) {
      if (span.toMs <= fromMs || span.fromMs >= toMs) continue;
      const [from, to] = [Math.max(fromMs, span.fromMs) / 1000, Math.min(toMs, span.toMs) / 1000];
      const { moved, until, stretch } = this.#plan(span);
      for (const at of moved) if (at >= from && at < to) yield at * 1000;
      const start = Math.max(stretch.from, Math.max(from, until) + stretch.offset);
      for (const local of this.#matches(start, Math.min(stretch.to, to + stretch.offset)))
        yield (local - stretch.offset) * 1000;
    }
  }

  count(fromMs: number, toMs: number): number {
    let count = 0;
    for (const span of this.#spans) {
      if (span.toMs <= fromMs || span.fromMs >= toMs) continue;
      const [from, to] = [Math.max(fromMs, span.fromMs) / 1000, Math.min(toMs, span.toMs) / 1000];
      const { moved, until, stretch } = this.#plan(span);
      count += moved.filter((at) => at >= from && at < to).length;
      const start = Math.max(stretch.from, Math.max(from, until) + stretch.offset);
      count += this.#countMatches(start, Math.min(stretch.to, to + stretch.offset));
    }
    return count;
  }

  /** The fires in the part of a span that a gap moves fires into, and where the plain part of it lies. */
  #plan(span: ClockSpan): Plan {
    const { gap } = this.#rules;
    const begin = span.fromMs / 1000;
    const end = span.toMs / 1000;
    const offset = span.offsetMs / 1000;
    const before = span.beforeMs / 1000;
    const after = span.afterMs / 1000;
    if (gap === GapRule.Elapsed) return this.#planElapsed(span);
    // The clock went back: what the span repeats lies at its begin, and what is repeated later at its end.
    const from =
      begin +
      offset +
      (this.#overlapAt(begin + offset) === OverlapRule.First ? Math.max(0, before - offset) : 0);
    const to =
      end + offset - (this.#overlapAt(end + after) === OverlapRule.Second ? Math.max(0, offset - after) : 0);
    const stretch = { from, to, offset };
    const length = offset - before;
    if (length <= 0 || gap === GapRule.Skip) return { moved: [], until: begin, stretch };
    const left = [...this.#matches(begin + before, begin + offset)];
    const here = [...this.#matches(begin + offset, begin + offset + length)].map((local) => local - offset);
    const late = left.map((local) => (gap === GapRule.Shift ? local - before : begin));
    return {
      moved: [...new Set([...here, ...late])].sort((a, b) => a - b),
      until: begin + length,
      stretch,
    };
  }

  /** The rule for a stretch of local time that is repeated from there. */
  #overlapAt(local: number): OverlapRule {
    return this.#rules.overlap(Math.floor((local % DAY) / 3600));
  }

  /**
   * The first fire of a span follows the last one before it by whole days of the calendar and then by time that passes, which goes on by the
   * clock of before where the change falls into it. Those after it go by the span's own clock.
   */
  #planElapsed({ fromMs, toMs, offsetMs, beforeMs }: ClockSpan): Plan {
    const [begin, end, offset, before] = [fromMs / 1000, toMs / 1000, offsetMs / 1000, beforeMs / 1000];
    const last = this.#lastMatch(begin + before);
    const from = Math.max(begin + offset, last + 1);
    const stretch = { from, to: end + offset, offset };
    const next = this.#matches(last + 1, begin + before + LONGEST_WAIT).next();
    if (next.done === true || last + Math.floor((next.value - last) / DAY) * DAY >= begin + before)
      return { moved: [], until: begin, stretch };
    const first = next.value - before;
    return { moved: [first], until: first + 1, stretch: { ...stretch, from: begin + offset } };
  }

  /** The last match before a local time; where there is none, just before it. */
  #lastMatch(local: number): number {
    for (let to = local; to > local - LONGEST_WAIT; to = Math.ceil(to / DAY - 1) * DAY) {
      const matches = [...this.#matches(Math.ceil(to / DAY - 1) * DAY, to)];
      const last = matches.at(-1);
      if (last !== undefined) return last;
    }
    return local - 1;
  }

  *#matches(from: number, to: number): Generator<number> {
    for (let day = Math.floor(from / DAY); day * DAY < to; day += 1) {
      if (!this.#rules.matchesDay(civilDay(day))) continue;
      for (let index = lowerBound(this.#times, from - day * DAY); index < this.#times.length; index += 1) {
        const local = day * DAY + (this.#times[index] ?? 0);
        if (local >= to) return;
        yield local;
      }
    }
  }

  #countMatches(from: number, to: number): number {
    let count = 0;
    for (let day = Math.floor(from / DAY); day * DAY < to; day += 1) {
      if (!this.#rules.matchesDay(civilDay(day))) continue;
      const low = lowerBound(this.#times, from - day * DAY);
      count += Math.max(0, lowerBound(this.#times, to - day * DAY) - low);
    }
    return count;
  }
}

function civilDay(day: number): CivilDay {
  const date = new Date(day * DAY * 1000);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + 1;
  return {
    year,
    month,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    length: new Date(Date.UTC(year, month, 0)).getUTCDate(),
  };
}

/** The index of the first time that is not before `wanted`. */
function lowerBound(times: readonly number[], wanted: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
