import * as v from "valibot";
import { wanted } from "../../base/issue/issue.ts";
import { parseInput } from "../../base/input.ts";
import { type Labels, labels, name } from "../../model/option/option.ts";
import { LONGEST_SAMPLE_MS, SAMPLE_EVERY_MS, SHORTEST_SAMPLE_MS } from "../../model/worker-sample.ts";
import { LONGEST_HEARTBEAT_MS } from "../../placement/liveness.ts";
import { type PoolOptions, type PoolRule, poolSchema } from "./pool-rule.ts";

/** How a worker runs what it takes (seed row M10). */
export interface WorkerOptions {
  /** A name for people, at most 100 characters in one line. @default none */
  readonly name?: string;
  /** Its purpose, at most 500 characters in one line. @default none */
  readonly description?: string;
  /** At most 32, of 64 characters each. @default none */
  readonly tags?: readonly string[];
  /** At most 32 texts by name, as the labels of a job: `{ region: "eu" }`. @default none */
  readonly labels?: Labels;
  /** The version of the app's code, at most 100 characters in one line: `2.4.0`. @default none */
  readonly version?: string;
  /**
   * Runs at once; at the limit the worker stops taking. `null` is unlimited; `{ min, max, targetCpu }` is a limit that follows the load of
   * the process and its machine, one more or fewer each two seconds. @default null
   */
  readonly maxConcurrentRuns?: number | null | PoolOptions;
  /**
   * How long code that was asked to end may still take: then its thread is ended by force, or the run of an unlimited job
   * is settled without it. The run of a job with a limit is marked and waited for. @default 5000
   */
  readonly abortGraceMs?: number;
  /** How often the worker says that it is there, 5000 at most. @default 3000 */
  readonly heartbeatMs?: number;
  /** Largest result kept, in bytes of JSON. @default 262_144 */
  readonly maxResultBytes?: number;
  /** Largest error kept, message and stack together, in bytes. @default 65_536 */
  readonly maxErrorBytes?: number;
  /** Whether the stack of an error is kept with its run; without the folders that the program lies in. @default true */
  readonly keepStacks?: boolean;
  /** Most log kept of one attempt, in bytes: its beginning, up to a quarter of it, and its end. @default 1_048_576 */
  readonly maxLogBytes?: number;
  /**
   * Over how long a time each sample is of what its process and its programs use, 5000 to 300_000. `null` measures nothing.
   * @default 30_000
   */
  readonly sampleEveryMs?: number | null;
}

/** The parts of a worker's description that it does not act on. */
type Described = "name" | "description" | "tags" | "labels" | "version";

export type ResolvedWorkerOptions = Required<Omit<WorkerOptions, Described | "maxConcurrentRuns">> &
  Pick<WorkerOptions, Described> & { readonly maxConcurrentRuns: number | null | PoolRule };

const atLeast = (min: number) =>
  v.pipe(
    v.number("must be a number"),
    v.integer("must be a whole number"),
    v.minValue(min, `must be at least ${min}`),
  );

const WorkerOptionsSchema = v.strictObject({
  name: v.optional(name(100)),
  description: v.optional(name(500)),
  labels: v.optional(labels),
  version: v.optional(name(100)),
  tags: v.optional(
    v.pipe(v.array(name(64), wanted("not_list")), v.maxLength(32, wanted("too_many", { max: 32 }))),
  ),
  maxConcurrentRuns: v.optional(v.nullable(poolSchema)),
  abortGraceMs: v.optional(atLeast(0)),
  heartbeatMs: v.optional(
    v.pipe(
      atLeast(100),
      v.maxValue(
        LONGEST_HEARTBEAT_MS,
        `must be at most ${LONGEST_HEARTBEAT_MS}: after ten seconds of silence a worker is missed`,
      ),
    ),
  ),
  maxResultBytes: v.optional(atLeast(0)),
  maxErrorBytes: v.optional(atLeast(0)),
  keepStacks: v.optional(v.boolean(wanted("not_flag"))),
  maxLogBytes: v.optional(atLeast(0)),
  sampleEveryMs: v.optional(
    v.nullable(
      v.pipe(
        atLeast(SHORTEST_SAMPLE_MS),
        v.maxValue(LONGEST_SAMPLE_MS, `must be at most ${LONGEST_SAMPLE_MS}`),
      ),
    ),
  ),
});

/**
 * Every worker option with its value.
 * @throws MoJobError `invalid_argument` with a pointer for every mistake
 */
export function resolveWorkerOptions(given: WorkerOptions = {}): ResolvedWorkerOptions {
  const options = parseInput(WorkerOptionsSchema, given, "start a worker");
  return {
    ...(options.name !== undefined && { name: options.name }),
    ...(options.description !== undefined && { description: options.description }),
    ...(options.tags !== undefined && { tags: options.tags }),
    ...(options.labels !== undefined && { labels: options.labels }),
    ...(options.version !== undefined && { version: options.version }),
    maxConcurrentRuns: options.maxConcurrentRuns ?? null,
    abortGraceMs: options.abortGraceMs ?? 5000,
    heartbeatMs: options.heartbeatMs ?? 3000,
    maxResultBytes: options.maxResultBytes ?? 256 * 1024,
    maxErrorBytes: options.maxErrorBytes ?? 64 * 1024,
    keepStacks: options.keepStacks ?? true,
    maxLogBytes: options.maxLogBytes ?? 1024 * 1024,
    sampleEveryMs: options.sampleEveryMs === undefined ? SAMPLE_EVERY_MS : options.sampleEveryMs,
  };
}
