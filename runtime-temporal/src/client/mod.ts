export { orchestratorQueue } from "@mojob/core/engine";
export type { TemporalOptions } from "@mojob/temporal-link";
export type { DistributedOptions } from "../link/distributed-options.ts";
export type { StartJob } from "../workflows/protocol.ts";
export {
  connectScheduler,
  type ConnectedScheduler,
  type ConnectSchedulerOptions,
} from "./connect-scheduler.ts";
export { connectTemporal, type TemporalConnection } from "./connect-temporal.ts";
export { startJob, type StartJobOptions } from "./start-job.ts";
export { TemporalRuntime, type TemporalRuntimeOptions } from "./temporal-runtime.ts";
