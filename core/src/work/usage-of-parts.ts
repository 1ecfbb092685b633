import type { MeasuredUsage } from "../model/instance/run-usage.ts";

/** Adds up what the parts of an attempt use, which run one after the other. */
export class UsageOfParts {
  readonly #note: (usage: MeasuredUsage) => void;
  /** Of the parts before the latest one. */
  #before: MeasuredUsage = { cpuMs: null, peakMemoryBytes: null };
  #latest: MeasuredUsage = this.#before;

  constructor(note: (usage: MeasuredUsage) => void) {
    this.#note = note;
  }

  /** Notes what the next part has used so far, whose course is not that of the whole. */
  readonly begin = (): ((usage: MeasuredUsage) => void) => {
    this.#before = this.#latest;
    const before = this.#before;
    return ({ cpuMs, peakMemoryBytes }) => {
      this.#latest = {
        cpuMs: both(before.cpuMs, cpuMs, (one, other) => one + other),
        peakMemoryBytes: both(before.peakMemoryBytes, peakMemoryBytes, Math.max),
      };
      this.#note(this.#latest);
    };
  };
}

function both(
  one: number | null,
  other: number | null,
  join: (one: number, other: number) => number,
): number | null {
  if (one === null || other === null) return one ?? other;
  return join(one, other);
}
