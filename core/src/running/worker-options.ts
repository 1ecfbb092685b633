import * as v from "valibot";
import { parseInput } from "../base/input.ts";

/** How a worker runs what it takes (seed row M10). */
export interface WorkerOptions {
  /** Runs at once; at the limit the worker stops taking. `null` is unlimited. @default null */
  readonly maxConcurrentRuns?: number | null;
  /** How long a run that was told to end may still take before it is settled without it. @default 5000 */
  readonly abortGraceMs?: number;
  /** How often the worker says that it is there, 5000 at most. @default 3000 */
  readonly heartbeatMs?: number;
  /** How often the worker asks which of its runs are to be cancelled, besides being told. @default 1000 */
  readonly cancelPollMs?: number;
  /** Largest result kept, in bytes of JSON. @default 262_144 */
  readonly maxResultBytes?: number;
  /** Largest error kept, message and stack together, in bytes. @default 65_536 */
  readonly maxErrorBytes?: number;
  /** Most log kept of one attempt, in bytes. @default 1_048_576 */
  readonly maxLogBytes?: number;
}

export type ResolvedWorkerOptions = Required<WorkerOptions>;

const atLeast = (min: number) =>
  v.pipe(
    v.number("must be a number"),
    v.integer("must be a whole number"),
    v.minValue(min, `must be at least ${min}`),
  );

/** So that one word may get lost. */
const MOST_SILENT_MS = 5000;

const WorkerOptionsSchema = v.strictObject({
  maxConcurrentRuns: v.optional(v.nullable(atLeast(1))),
  abortGraceMs: v.optional(atLeast(0)),
  heartbeatMs: v.optional(
    v.pipe(
      atLeast(100),
      v.maxValue(
        MOST_SILENT_MS,
        `must be at most ${MOST_SILENT_MS}: after ten seconds of silence a worker is missed`,
      ),
    ),
  ),
  cancelPollMs: v.optional(atLeast(10)),
  maxResultBytes: v.optional(atLeast(0)),
  maxErrorBytes: v.optional(atLeast(0)),
  maxLogBytes: v.optional(atLeast(0)),
});

/**
 * Every worker option with its value.
 * @throws MoJobError `invalid_argument` with a pointer for every mistake
 */
export function resolveWorkerOptions(given: WorkerOptions = {}): ResolvedWorkerOptions {
  const options = parseInput(WorkerOptionsSchema, given, "start a worker");
  return {
    maxConcurrentRuns: options.maxConcurrentRuns ?? null,
    abortGraceMs: options.abortGraceMs ?? 5000,
    heartbeatMs: options.heartbeatMs ?? 3000,
    cancelPollMs: options.cancelPollMs ?? 1000,
    maxResultBytes: options.maxResultBytes ?? 256 * 1024,
    maxErrorBytes: options.maxErrorBytes ?? 64 * 1024,
    maxLogBytes: options.maxLogBytes ?? 1024 * 1024,
  };
}
