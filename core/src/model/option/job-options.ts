import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonObject } from "../../base/json.ts";
import type { CompoundOption, Option } from "./option.ts";
import type { JOB_OPTIONS } from "./option-table.ts";
import type { SCHEDULE_OPTIONS } from "./schedule-option-table.ts";

type JobRows = typeof JOB_OPTIONS;
type ScheduleRows = typeof SCHEDULE_OPTIONS;

/** Each row's value, as a definition stores it. */
type Values<Rows> = {
  readonly [Name in keyof Rows]: Rows[Name] extends CompoundOption<infer Value>
    ? Value
    : Rows[Name] extends Option<infer Value>
      ? Value
      : never;
};

/** Each row as an author may state it: parts of a compound one by one, times as text too. */
type Authored<Rows> = {
  readonly [Name in keyof Rows]?: Rows[Name] extends CompoundOption<infer Value>
    ? Partial<Value>
    : Rows[Name] extends Option<infer Value>
      ? Value | (Date extends Value ? string : never)
      : never;
};

/** Each row as an edit or a registration states it, checked. */
type Stated<Rows> = {
  readonly [Name in keyof Rows]?:
    | (Rows[Name] extends CompoundOption<infer Value>
        ? { readonly [Member in keyof Value]?: Value[Member] | undefined }
        : Rows[Name] extends Option<infer Value>
          ? Value
          : never)
    | undefined;
};

type SharedNames<Rows> = {
  [Name in keyof Rows]: Rows[Name] extends { readonly isShared: true } ? Name : never;
}[keyof Rows];

/** The options both kinds of jobs share, each with its value: what a definition stores. */
export interface CommonJobOptions extends Values<JobRows> {}

/** The options of a recurring job alone. */
export interface ScheduleOptions extends Values<ScheduleRows> {}

/** Every option of a job with its value; a triggered job has no schedule. */
export interface ResolvedJobOptions extends CommonJobOptions {
  readonly schedule: ScheduleOptions | null;
}

/** Options as code, registrations and edits say them: flat, every one optional, of either kind. */
export interface StatedOptions extends Stated<JobRows>, Stated<ScheduleRows> {}

/** Global defaults, below what a class says (seed row M4). */
export interface JobDefaults
  extends
    Pick<Authored<JobRows>, SharedNames<JobRows>>,
    Pick<Authored<ScheduleRows>, SharedNames<ScheduleRows>> {}

/** The options that a job's author may state for either kind; those that are left out fall back to the global default. */
export interface JobOptions extends Authored<JobRows> {
  /**
   * Names the job for ever; unique in the tenant. Spell it out: minifiers rename classes.
   * @default `<app>.<class name>`, with a warning
   */
  readonly key?: string;
}

/** The options that the author of a recurring job may state. Times are dates or ISO 8601 strings. */
export interface RecurringJobOptions extends JobOptions, Authored<ScheduleRows> {}

/** A Standard Schema (valibot, zod, arktype, …); one that also provides a JSON Schema gives the panel its form and the API its check. */
export type ArgsSchema<TArgs, TInput = unknown> =
  | StandardSchemaV1<TInput, TArgs>
  | (StandardSchemaV1<TInput, TArgs> & StandardJSONSchemaV1);

/** The options that the author of a triggered job may state. */
export interface TriggeredJobOptions<TArgs = unknown> extends JobOptions {
  /** Checks the arguments when a run is created and again before it begins. */
  readonly args?: ArgsSchema<TArgs>;
  /** JSON Schema of the arguments, where `args` cannot say it itself. */
  readonly argsJsonSchema?: JsonObject;
}
