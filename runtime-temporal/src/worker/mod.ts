export type { DistributedOptions } from "../link/distributed-options.ts";
export { type DistributedWorker, startWorker } from "./start-worker.ts";
export type { StartWorkerOptions } from "./start-worker-options.ts";
