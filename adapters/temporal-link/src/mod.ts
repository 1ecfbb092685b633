export { type HeartbeatContext, type HeartbeatOptions, startHeartbeat } from "./heartbeat.ts";
export { RestartingWorker, type RestartingWorkerOptions, type RunnableWorker } from "./restarting-worker.ts";
export { type SlotPermit, SlotPermits, type SlotPermitsOptions } from "./slot-permits.ts";
export { toTemporalError, unavailable } from "./temporal-error.ts";
export {
  payloadOptions,
  type ResolvedTemporalOptions,
  resolveTemporalOptions,
  serverOptions,
  type TemporalOptions,
} from "./temporal-options.ts";
export { Wakeup } from "./wakeup.ts";
