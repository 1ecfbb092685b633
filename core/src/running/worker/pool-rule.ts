import * as v from "valibot";
import { wanted } from "../../base/issue/issue.ts";

/** A number of places that follows the load of a worker: `maxConcurrentRuns`. */
export interface PoolOptions {
  /** Places it has however high the load. @default 1 */
  readonly min?: number;
  /** Places it has at most. */
  readonly max: number;
  /** The share of the processors up to which it takes more, above 0 and at most 1. @default 0.8 */
  readonly targetCpu?: number;
  /** The resident memory of its process up to which it takes more, in bytes. @default no bound */
  readonly targetMemoryBytes?: number | null;
}

export type PoolRule = Required<PoolOptions>;

const DEFAULT_TARGET_CPU = 0.8;

const places = v.pipe(
  v.number(wanted("not_number")),
  v.integer(wanted("not_whole")),
  v.minValue(1, wanted("too_small", { min: 1 })),
);

/** A number of places, or a rule by load with all of its values. */
export const poolSchema: v.GenericSchema<unknown, number | PoolRule> = v.lazy((given) =>
  typeof given === "object" ? ruleSchema : places,
);

const ruleSchema: v.GenericSchema<unknown, PoolRule> = v.pipe(
  v.strictObject({
    min: v.optional(places, 1),
    max: places,
    targetCpu: v.optional(
      v.pipe(
        v.number(wanted("not_number")),
        v.minValue(0.01, wanted("out_of_range", { min: 0.01, max: 1 })),
        v.maxValue(1, wanted("out_of_range", { min: 0.01, max: 1 })),
      ),
      DEFAULT_TARGET_CPU,
    ),
    targetMemoryBytes: v.optional(v.nullable(places), null),
  }),
  v.forward(
    v.partialCheck([["min"], ["max"]], ({ min, max }) => max >= min, "must not be below min"),
    ["max"],
  ),
);

/** How a worker stands when its number of places is decided. */
export interface PoolReading {
  /** The share of the processors in use since the decision before, 0 to 1; `null` where the runtime does not say. */
  readonly cpu: number | null;
  /** `null` where the runtime does not say. */
  readonly memoryBytes: number | null;
  /** Runs under way: fewer than places while nothing waits, more where places were taken away. */
  readonly running: number;
  /** Whether all places were taken since the decision before. */
  readonly wasFull: boolean;
}

/** The share of a target below which a place is added: without it the number would change to and fro. */
const GROWS_BELOW = 0.95;

/**
 * How many places a worker has next: one fewer above a target, one more where all were taken and the processors would stay below
 * theirs with one more run like those under way, else as many as before.
 */
export function nextPoolSize(rule: PoolRule, size: number, reading: PoolReading): number {
  const { min, max, targetCpu, targetMemoryBytes } = rule;
  const { cpu, memoryBytes, running, wasFull } = reading;
  const isOver =
    (cpu !== null && cpu > targetCpu) ||
    (targetMemoryBytes !== null && memoryBytes !== null && memoryBytes > targetMemoryBytes);
  if (isOver) return Math.max(min, size - 1);
  // Unknown is no reason to take more.
  if (cpu === null || (targetMemoryBytes !== null && memoryBytes === null)) return size;
  const withOneMore = cpu * (1 + 1 / Math.max(1, size));
  const hasRoom =
    withOneMore <= targetCpu * GROWS_BELOW &&
    (targetMemoryBytes === null || (memoryBytes ?? 0) < targetMemoryBytes * GROWS_BELOW);
  return wasFull && running <= size && hasRoom ? Math.min(max, size + 1) : size;
}
