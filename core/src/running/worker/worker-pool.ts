import type { Clock } from "../../base/clock.ts";
import { repeat, type Repetition } from "../../base/repeat.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { MachineUsage } from "../../ports/platform/machine-usage.ts";
import type { ProcessUsage, RuntimeInfo } from "../../ports/platform/platform.ts";
import { nextPoolSize, type PoolRule } from "./pool-rule.ts";

/** Over a shorter time the use of the processors says little. */
const DECIDES_EVERY_MS = 2000;

export interface WorkerPoolOptions {
  /** A number that stays, `null` for no limit, or a rule by load. */
  readonly places: number | null | PoolRule;
  readonly clock: Clock;
  readonly runtime: Pick<RuntimeInfo, "usage" | "machine">;
  readonly onError: (error: unknown) => void;
}

/** The work that the places are for. */
export interface PoolWork {
  readonly running: number;
  /** Whether all places were taken at a time since it was asked last. */
  takeWasFull(): boolean;
  /** There may be more places, or fewer. */
  changed(): void;
}

interface Reading {
  readonly atMs: number;
  readonly usage: ProcessUsage | null;
  readonly machine: MachineUsage | null;
}

/** How many runs a worker may have at once: as many as it was told, or by the load of its process and machine. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  #size: number | null;
  #before: Reading | null = null;
  #deciding: Repetition | null = null;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    const { places } = options;
    this.#size = places === null || typeof places === "number" ? places : places.min;
  }

  /** `null` is unlimited. */
  get size(): number | null {
    return this.#size;
  }

  /** As the worker shows it. */
  describe(): Pick<ExecutorRecord, "limit" | "pool"> {
    const { places } = this.#options;
    const isFixed = places === null || typeof places === "number";
    return { limit: this.#size, ...(!isFixed && { pool: { min: places.min, max: places.max } }) };
  }

  /** Begins to follow the load, where the number is not fixed. Runs under way are left alone where it falls. */
  begin(work: PoolWork): void {
    const { places, clock, onError } = this.#options;
    if (places === null || typeof places === "number") return;
    this.#before = this.#read();
    const decide = async (): Promise<void> => {
      const size = this.#decide(places, work);
      if (size === this.#size) return;
      this.#size = size;
      work.changed();
    };
    this.#deciding = repeat(decide, { clock, everyMs: DECIDES_EVERY_MS, onError });
  }

  async close(): Promise<void> {
    await this.#deciding?.close();
  }

  #decide(rule: PoolRule, work: PoolWork): number {
    const now = this.#read();
    const cpu = this.#before === null ? null : cpuBetween(this.#before, now);
    this.#before = now;
    return nextPoolSize(rule, this.#size ?? rule.min, {
      cpu,
      running: work.running,
      wasFull: work.takeWasFull(),
      memoryBytes: now.usage?.memoryBytes ?? null,
    });
  }

  #read(): Reading {
    const { clock, runtime } = this.#options;
    return {
      atMs: clock.monotonicMs(),
      usage: runtime.usage?.() ?? null,
      machine: runtime.machine?.() ?? null,
    };
  }
}

/** The greater of the share that this process has used of its processors and the share that the whole machine has, where its programs count. */
function cpuBetween(from: Reading, to: Reading): number | null {
  const shares = [ownShare(from, to), machineShare(from, to)].filter((share) => share !== null);
  return shares.length === 0 ? null : Math.min(1, Math.max(0, ...shares));
}

function ownShare(from: Reading, to: Reading): number | null {
  if (from.usage === null || to.usage === null || to.atMs <= from.atMs) return null;
  const processors = to.machine?.processors ?? 1;
  return (to.usage.processorMs - from.usage.processorMs) / (to.atMs - from.atMs) / processors;
}

function machineShare(from: Reading, to: Reading): number | null {
  const [before, after] = [from.machine?.times ?? null, to.machine?.times ?? null];
  if (before === null || after === null) return null;
  const busyMs = after.busyMs - before.busyMs;
  const allMs = busyMs + after.idleMs - before.idleMs;
  return allMs <= 0 ? null : busyMs / allMs;
}
