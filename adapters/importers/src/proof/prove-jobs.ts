import type { PlannedJob } from "../plan/plan-import.ts";
import { type ClockSpan, clockSpans } from "../old/wall-clock.ts";
import { oldFires, ORACLES } from "../old/old-schedule.ts";
import { ImportMistake } from "../import-mistake.ts";
import { compareFires, type FireProof } from "./compare-fires.ts";
import { newFires } from "./new-fires.ts";

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
const MOST_LISTED = 50;
/** Fires of all jobs together that are compared one by one. */
const MOST_FIRES = 600_000;
const MOST_OF_ONE = 120_000;
const FEWEST_OF_ONE = 400;

/** Compares the fires of jobs, old and new, over the next 12 months; zones are read once for all of them. */
export class FireComparison {
  readonly #fromMs: number;
  readonly #mostFires: number;
  readonly #spans = new Map<string, readonly ClockSpan[]>();

  constructor(from: Date, jobs: number) {
    this.#fromMs = Math.ceil(from.getTime() / 1000) * 1000;
    this.#mostFires = Math.min(
      MOST_OF_ONE,
      Math.max(FEWEST_OF_ONE, Math.floor(MOST_FIRES / Math.max(1, jobs))),
    );
  }

  /**
   * `null` for a job that did not fire by itself, whose old schedule cannot be read, or is an interval that depends on its runs or that
   * the source names no fire of: a finding says so.
   */
  *prove({ key, source, schedule }: PlannedJob): Generator<void, FireProof | null> {
    if (source.schedule === null || schedule === null) return null;
    const isUnknown =
      "everyMs" in source.schedule &&
      (source.schedule.isFromEnd === true || (source.schedule.anchor === null && schedule.everyMs !== null));
    if (isUnknown) return null;
    const fromMs = this.#fromMs;
    const toMs = fromMs + YEAR_MS;
    try {
      const old = oldFires(source.schedule, (timeZone) => this.#spansOf(timeZone));
      const changes = "timeZone" in source.schedule ? this.#spansOf(source.schedule.timeZone).slice(1) : [];
      const compared = yield* compareFires(old, newFires(schedule, key), {
        fromMs,
        toMs,
        mostFires: this.#mostFires,
        mostListed: MOST_LISTED,
        closely: changes.map((span) => ({ fromMs: span.fromMs - DAY_MS, toMs: span.fromMs + DAY_MS })),
      });
      return { ...compared, oracle: "dialect" in source.schedule ? ORACLES[source.schedule.dialect] : null };
    } catch (error) {
      if (error instanceof ImportMistake) return null;
      throw error;
    }
  }

  #spansOf(timeZone: string): readonly ClockSpan[] {
    const spans =
      this.#spans.get(timeZone) ??
      clockSpans(timeZone, this.#fromMs - 2 * DAY_MS, this.#fromMs + YEAR_MS + 2 * DAY_MS);
    this.#spans.set(timeZone, spans);
    return spans;
  }
}
