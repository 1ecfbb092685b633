import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { WorkKind } from "../model/job-work.ts";
import { meetsRule } from "./meets-rule.ts";
import { isOffered, offersIn } from "../model/runner-offer.ts";

/** The parts of a worker's record that decide what it takes. */
export type Runner = Pick<
  ExecutorRecord,
  "app" | "draining" | "drain" | "version" | "labels" | "jobKeys" | "workKinds" | "runners"
>;

/** Whether a worker takes runs of a job: it serves the job's app, takes new runs and has a runner for the work. */
export function canRun(
  runner: Runner,
  { app: jobApp, work, options }: Pick<JobDefinition, "app" | "work" | "options">,
): boolean {
  const { app, draining, drain, jobKeys } = runner;
  if (draining || drain !== undefined || app !== jobApp) return false;
  if (!meetsRule(runner, options.executors)) return false;
  if (work.kind === WorkKind.Code) return jobKeys.includes(work.handler);
  return isOffered(work, offersIn(runner));
}
