export { type StartedRemoteWorker, startRemoteWorker } from "./start-remote-worker.ts";
export type { RemoteWorkerOptions } from "./worker-options.ts";
