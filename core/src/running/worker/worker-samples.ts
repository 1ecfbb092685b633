import type { Clock } from "../../base/clock.ts";
import { SAMPLES_OF_HEARTBEAT, type WorkerSample } from "../../model/worker-sample.ts";
import type { LoopDelayMeter } from "../../ports/platform/loop-delay.ts";
import type { ProcessUsage, RuntimeInfo } from "../../ports/platform/platform.ts";

export interface WorkerSamplesOptions {
  readonly clock: Clock;
  readonly runtime: Pick<RuntimeInfo, "usage" | "loopDelay">;
  /** `null` measures nothing. */
  readonly everyMs: number | null;
  /** The runs under way, and the places. */
  readonly places: () => Pick<WorkerSample, "running" | "limit">;
}

/** Samples what the process of a worker uses, one after the other. It has no rhythm of its own: heartbeats look at it. */
export class WorkerSamples {
  readonly #options: WorkerSamplesOptions;
  #delays: LoopDelayMeter | null = null;
  /** `null` before it begins. */
  #begunMs: number | null = null;
  #before: ProcessUsage | null = null;
  #mostRunning = 0;
  #samples: readonly WorkerSample[] = [];

  constructor(options: WorkerSamplesOptions) {
    this.#options = options;
  }

  /** Begins to measure, where that is wanted. */
  start(): void {
    const { runtime, everyMs } = this.#options;
    if (everyMs === null || this.#begunMs !== null) return;
    this.#delays = runtime.loopDelay?.() ?? null;
    this.#begin();
  }

  /** The latest samples, oldest first, with the one that has become due; `null` where nothing is measured. */
  take(): readonly WorkerSample[] | null {
    const { clock, everyMs, places } = this.#options;
    if (everyMs === null || this.#begunMs === null) return null;
    this.#mostRunning = Math.max(this.#mostRunning, places().running);
    const ms = clock.monotonicMs() - this.#begunMs;
    if (ms < everyMs) return this.#samples;
    this.#samples = [...this.#samples, this.#sample(ms)].slice(-SAMPLES_OF_HEARTBEAT);
    this.#begin();
    return this.#samples;
  }

  close(): void {
    this.#delays?.close();
  }

  #begin(): void {
    const { clock, runtime, places } = this.#options;
    this.#begunMs = clock.monotonicMs();
    this.#before = runtime.usage?.() ?? null;
    this.#mostRunning = places().running;
  }

  #sample(ms: number): WorkerSample {
    const { clock, runtime, places } = this.#options;
    const usage = runtime.usage?.() ?? null;
    const delay = this.#delays?.take() ?? null;
    return {
      at: clock.now(),
      ms: Math.round(ms),
      processor: usage === null || this.#before === null ? null : shareOf(this.#before, usage, ms),
      memoryBytes: usage?.memoryBytes ?? null,
      loopDelayMs: delay?.maxMs ?? null,
      loopDelayP99Ms: delay?.p99Ms ?? null,
      running: this.#mostRunning,
      limit: places().limit,
    };
  }
}

/** To the thousandth. */
function shareOf(before: ProcessUsage, now: ProcessUsage, ms: number): number {
  return Math.round((Math.max(0, now.processorMs - before.processorMs) / ms) * 1000) / 1000;
}
