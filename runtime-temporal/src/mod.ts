export { connectTemporal, type TemporalConnection, type TemporalOptions } from "./connect-temporal.ts";
export { startJob, type StartJobOptions } from "./start-job.ts";
export { TemporalRuntime, type TemporalRuntimeOptions } from "./temporal-runtime.ts";
export { orchestratorQueue, type StartJob } from "./workflows/protocol.ts";
