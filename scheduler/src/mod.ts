// The exports for authors of jobs, so that one package is all that a program names.
export * from "@mojob/core";
export { type StartedScheduler, startScheduler } from "./start-scheduler.ts";
export type { StartSchedulerOptions } from "./scheduler-options.ts";
