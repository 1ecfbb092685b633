export type * from "./protocol.ts";
export { handedBack, runJobBatch } from "./run-job-batch.ts";
export { codeArrived, runJobInstance } from "./run-job-instance.ts";
export { dutiesChanged, dutyDue, scheduleJobs } from "./schedule-jobs.ts";
