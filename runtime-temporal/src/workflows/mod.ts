export type * from "./protocol.ts";
export { runJobBatch } from "./run-job-batch.ts";
export { runJobInstance } from "./run-job-instance.ts";
export { definitionsChanged, scheduleJobs } from "./schedule-jobs.ts";
