export type { DistributedOptions, OrchestratorOptions } from "./distributed-options.ts";
export {
  type DistributedControlPlane,
  startControlPlane,
  type StartControlPlaneOptions,
} from "./start-control-plane.ts";
export { type DistributedWorker, startWorker, type StartWorkerOptions } from "./start-worker.ts";
export { loadWorkflowBundle } from "./workflow-bundle.ts";
