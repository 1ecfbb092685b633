import type { Clock } from "../../base/clock.ts";
import type { ExecutorLoad } from "../../model/executor-record.ts";
import type { ProcessUsage, RuntimeInfo } from "../../ports/platform/platform.ts";

/** Over a shorter time the use of the processor says little. */
const SHORTEST_MS = 1000;
/** Time over which a value of `recent` is taken, and how many are kept: five minutes. */
const RECENT_EACH_MS = 15_000;
const MOST_RECENT = 20;

export interface ProcessLoadOptions {
  readonly clock: Clock;
  readonly runtime: Pick<RuntimeInfo, "usage">;
  /** Returns the longest pause of the event loop since the call before. */
  readonly takeLongestMs: () => number;
}

/** The usage until a moment. */
interface Reading {
  readonly atMs: number;
  readonly usage: ProcessUsage | null;
}

/** Measures how busy the process is, from one measurement to the next. */
export class ProcessLoad {
  readonly #options: ProcessLoadOptions;
  /** At the latest measurement, and at the end of what the latest value of `recent` covers. */
  #before: Reading;
  #covered: Reading;
  #recent: readonly number[] = [];
  #latest: ExecutorLoad;

  constructor(options: ProcessLoadOptions) {
    this.#options = options;
    this.#before = this.#read();
    this.#covered = this.#before;
    const memoryBytes = this.#before.usage?.memoryBytes ?? null;
    this.#latest = { processor: null, recent: [], memoryBytes, loopLagMs: 0 };
  }

  /** The load now; the one before, where that is less than a second old. */
  measure(): ExecutorLoad {
    const now = this.#read();
    if (now.atMs - this.#before.atMs < SHORTEST_MS) return this.#latest;
    if (now.atMs - this.#covered.atMs >= RECENT_EACH_MS) {
      const mean = processorBetween(this.#covered, now);
      if (mean !== null) this.#recent = [...this.#recent, mean].slice(-MOST_RECENT);
      this.#covered = now;
    }
    this.#latest = {
      processor: processorBetween(this.#before, now),
      recent: this.#recent,
      memoryBytes: now.usage?.memoryBytes ?? null,
      loopLagMs: this.#options.takeLongestMs(),
    };
    this.#before = now;
    return this.#latest;
  }

  #read(): Reading {
    const { clock, runtime } = this.#options;
    return { atMs: clock.monotonicMs(), usage: runtime.usage?.() ?? null };
  }
}

/** Processor time for each unit of time, to the thousandth; `null` where the runtime does not say. */
function processorBetween(from: Reading, to: Reading): number | null {
  if (from.usage === null || to.usage === null) return null;
  const share = (to.usage.processorMs - from.usage.processorMs) / (to.atMs - from.atMs);
  return Math.round(Math.max(0, share) * 1000) / 1000;
}
