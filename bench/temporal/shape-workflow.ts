import { proxyActivities } from "@temporalio/workflow";

export interface ShapeActivities {
  runFires(ids: readonly string[]): Promise<void>;
}

const { runFires } = proxyActivities<ShapeActivities>({
  startToCloseTimeout: "30 seconds",
  retry: { maximumAttempts: 1 },
});

/** Delivers a group of fires to a worker. */
export async function shapeWorkflow(ids: readonly string[]): Promise<void> {
  await runFires(ids);
}
