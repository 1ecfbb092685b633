import type { DefinitionQuery } from "../ports/definition-store.ts";

/** Conditions of a job that are out of the ordinary. */
export const JobStatus = {
  /** It does not fire for a while. */
  Paused: "paused",
  /** Its last run that ended as Succeeded or Terminated was Terminated. */
  Failing: "failing",
  /** A fire is due and no control plane made it happen. */
  Late: "late",
  /** No worker that is there runs it, although it is enabled and its code declares it. */
  NoWorker: "no_worker",
  /** The code of its app no longer declares it. */
  NotInCode: "not_in_code",
  /** Stored options are not those of the code. */
  Differs: "differs",
} as const;
export type JobStatus = (typeof JobStatus)[keyof typeof JobStatus];

/** The orders of a list of jobs; jobs without the value come last. */
export const JobOrder = {
  Key: "key",
  Name: "name",
  /** The next fire. */
  NextFire: "nextFire",
  /** When the latest run was created. */
  LatestRun: "latestRun",
} as const;
export type JobOrder = (typeof JobOrder)[keyof typeof JobOrder];

export interface JobListQuery extends Omit<DefinitionQuery, "tenant"> {
  readonly status?: JobStatus;
  /** Only jobs that have this label with this value. */
  readonly label?: { readonly name: string; readonly value: string };
  /** Only jobs with work of this kind, such as `task`. */
  readonly work?: string;
  /** @default "key" */
  readonly orderBy?: JobOrder;
  /** @default false */
  readonly descending?: boolean;
}
