import { type JobDefinition, JobOrigin } from "./job-definition.ts";
import { JobKind } from "./option/job-kind.ts";

/** The fields that differ between jobs without a record of their own. */
export type MadeFields = Pick<
  JobDefinition,
  | "tenant"
  | "key"
  | "app"
  | "work"
  | "options"
  | "argsSchema"
  | "appPause"
  | "windows"
  | "scheduledSince"
  | "createdAt"
  | "updatedAt"
  | "updatedBy"
>;

/** The definition of work that is in no record of its own: the body of a task holds it, or it is tried before a job has it. */
export function madeDefinition(fields: MadeFields): JobDefinition {
  return {
    ...fields,
    kind: JobKind.Triggered,
    args: null,
    origin: JobOrigin.Api,
    inCode: false,
    revision: 1,
    declared: fields.options,
    pause: null,
  };
}
