import type { Clock } from "../../base/clock.ts";
import type { ExecutorLoad } from "../../model/executor-record.ts";
import type { ProcessUsage, RuntimeInfo } from "../../ports/platform/platform.ts";

/** Over a shorter time the use of the processor says little. */
const SHORTEST_MS = 1000;

export interface ProcessLoadOptions {
  readonly clock: Clock;
  readonly runtime: Pick<RuntimeInfo, "usage">;
  /** The longest pause of the event loop since it was asked last. */
  readonly takeLongestMs: () => number;
}

/** Measures how busy the process is, from one measurement to the next. */
export class ProcessLoad {
  readonly #options: ProcessLoadOptions;
  #measuredMs: number;
  #used: ProcessUsage | null;
  #latest: ExecutorLoad;

  constructor(options: ProcessLoadOptions) {
    this.#options = options;
    this.#measuredMs = options.clock.monotonicMs();
    this.#used = options.runtime.usage?.() ?? null;
    this.#latest = { processor: null, memoryBytes: this.#used?.memoryBytes ?? null, loopLagMs: 0 };
  }

  /** The load now; the one before, where that is less than a second old. */
  measure(): ExecutorLoad {
    const { clock, runtime, takeLongestMs } = this.#options;
    const nowMs = clock.monotonicMs();
    const passedMs = nowMs - this.#measuredMs;
    if (passedMs < SHORTEST_MS) return this.#latest;
    const used = runtime.usage?.() ?? null;
    const processor =
      used === null || this.#used === null ? null : (used.processorMs - this.#used.processorMs) / passedMs;
    this.#latest = {
      processor: processor === null ? null : Math.round(Math.max(0, processor) * 1000) / 1000,
      memoryBytes: used?.memoryBytes ?? null,
      loopLagMs: takeLongestMs(),
    };
    this.#measuredMs = nowMs;
    this.#used = used;
    return this.#latest;
  }
}
