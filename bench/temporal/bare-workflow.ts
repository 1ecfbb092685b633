import { proxyActivities } from "@temporalio/workflow";

export interface BareActivities {
  bareActivity(n: number): Promise<void>;
}

const { bareActivity } = proxyActivities<BareActivities>({
  startToCloseTimeout: "10 seconds",
  retry: { maximumAttempts: 1 },
});

/** What Temporal does by itself for one piece of work: a workflow with one activity. */
export async function bareWorkflow(n: number): Promise<void> {
  await bareActivity(n);
}
