export type { IMoJobThreads } from "@mojob/core/engine";
export { jobThreads, type JobThreadsOptions } from "./job-threads.ts";
