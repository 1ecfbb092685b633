export type { DistributedOptions } from "../link/distributed-options.ts";
export {
  type DistributedControlPlane,
  type OrchestratorOptions,
  startControlPlane,
  type StartControlPlaneOptions,
} from "./start-control-plane.ts";
export { loadWorkflowBundle } from "./workflow-bundle.ts";
