import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonObject } from "../base/json.ts";

/** What happens to fires that are late by more than `graceMs` (an outage, a stopped process). */
export const MisfirePolicy = {
  /** The latest missed fire runs once, the others are recorded as skipped. */
  FireOnce: "fireOnce",
  /** None runs; they are recorded as skipped. */
  Skip: "skip",
  /** Every one runs, up to a bound; what is beyond it is recorded as skipped. */
  FireAll: "fireAll",
} as const;
export type MisfirePolicy = (typeof MisfirePolicy)[keyof typeof MisfirePolicy];

/** What happens to a local time that a daylight-saving change leaves out. */
export const DstGap = {
  /** It fires once, later by the length of the gap. */
  Shift: "shift",
  Skip: "skip",
} as const;
export type DstGap = (typeof DstGap)[keyof typeof DstGap];

/** What happens to a local time that a daylight-saving change repeats. */
export const DstOverlap = {
  /** It fires at its first occurrence only. */
  First: "first",
  Both: "both",
} as const;
export type DstOverlap = (typeof DstOverlap)[keyof typeof DstOverlap];

export interface MisfireOptions {
  /** @default "fireOnce" */
  readonly policy: MisfirePolicy;
  /** How late a fire may be and still count as on time; a day at most. @default 5000 */
  readonly graceMs: number;
}

export interface DstOptions {
  /** @default "shift" */
  readonly gap: DstGap;
  /** @default "first" */
  readonly overlap: DstOverlap;
}

/** How many finished runs of a job are kept; whichever bound is met first removes the oldest. */
export interface RetentionOptions {
  /** @default 1000 */
  readonly maxInstances: number;
  /** @default 30 */
  readonly maxAgeDays: number;
}

/** The options both kinds of jobs share, each with its value: what a definition stores. */
export interface CommonJobOptions {
  /** A name for people. @default the class name */
  readonly name: string;
  /** @default "" */
  readonly description: string;
  /** Nothing of a disabled job runs, not even by hand. @default false */
  readonly disabled: boolean;
  /** Runs at once, over all workers; `null` is unlimited. A run above it is skipped. @default 1 */
  readonly maxConcurrency: number | null;
  /** Attempts after the first. @default 0 */
  readonly retryCount: number;
  /** Wait between a failure and its retry; 0 retries at once and keeps the slot. @default 0 */
  readonly retryIntervalMs: number;
  /** How long one attempt may take. @default 3_600_000 */
  readonly timeoutMs: number;
  /** 1 (first) to 5 (last). @default 3 */
  readonly priority: number;
  /** @default [] */
  readonly tags: readonly string[];
  readonly retention: RetentionOptions;
}

/** The options of a recurring job alone. */
export interface ScheduleOptions {
  /** Five or six fields, seconds first; `null` never fires by itself. @default null */
  readonly cron: string | null;
  /** An IANA name. @default "UTC" */
  readonly timeZone: string;
  /** No fire before it. @default null */
  readonly startTime: Date | null;
  /** No fire after it; `null` is for ever. @default null */
  readonly endTime: Date | null;
  readonly misfire: MisfireOptions;
  readonly dst: DstOptions;
}

/** Every option of a job with its value; a triggered job has no schedule. */
export interface ResolvedJobOptions extends CommonJobOptions {
  readonly schedule: ScheduleOptions | null;
}

/** Global defaults, below what a class says (seed row M4). */
export interface JobDefaults {
  readonly maxConcurrency?: number | null;
  readonly retryCount?: number;
  readonly retryIntervalMs?: number;
  readonly timeoutMs?: number;
  readonly priority?: number;
  readonly retention?: Partial<RetentionOptions>;
  readonly timeZone?: string;
  readonly misfire?: Partial<MisfireOptions>;
  readonly dst?: Partial<DstOptions>;
}

/** What a job's author may say about either kind; what is left out falls back to the global default. */
export interface JobOptions extends Partial<Omit<CommonJobOptions, "retention">> {
  /**
   * Names the job for ever; unique in the tenant. Spell it out: minifiers rename classes.
   * @default the class name, with a warning
   */
  readonly key?: string;
  readonly retention?: Partial<RetentionOptions>;
}

/** What the author of a recurring job may say. Times are dates or ISO 8601 strings. */
export interface RecurringJobOptions extends JobOptions {
  readonly cron?: string | null;
  readonly timeZone?: string;
  readonly startTime?: Date | string | null;
  readonly endTime?: Date | string | null;
  readonly misfire?: Partial<MisfireOptions>;
  readonly dst?: Partial<DstOptions>;
}

/** A Standard Schema (valibot, zod, arktype, …); one that also answers JSON Schema gives the panel its form and the API its check. */
export type ArgsSchema<TArgs> =
  | StandardSchemaV1<unknown, TArgs>
  | (StandardSchemaV1<unknown, TArgs> & StandardJSONSchemaV1);

/** What the author of a triggered job may say. */
export interface TriggeredJobOptions<TArgs = unknown> extends JobOptions {
  /** Checks the arguments when a run is created and again before it begins. */
  readonly args?: ArgsSchema<TArgs>;
  /** JSON Schema of the arguments, where `args` cannot say it itself. */
  readonly argsJsonSchema?: JsonObject;
}
