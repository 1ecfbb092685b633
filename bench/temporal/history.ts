import { connectTemporal } from "@mojob/runtime-temporal";
import type { TemporalServer } from "@mojob/test-services/temporal";

/** Histories read to count their activities. */
const MOST_READ = 200;

/** How many workflows, activities and history events a run has cost in Temporal. */
export async function historyEach(
  { address, namespace }: TemporalServer,
  tenant: string,
  runs: number,
): Promise<string> {
  const { client, close } = await connectTemporal({ address, namespace });
  const query = `TaskQueue = "mojob:${tenant}" AND WorkflowType IN ("runJobBatch", "runJobInstance")`;
  let [workflows, activities, events, read] = [0, 0, 0, 0];
  for await (const { workflowId, historyLength } of client.workflow.list({ query })) {
    workflows += 1;
    events += historyLength;
    if (read === MOST_READ) continue;
    read += 1;
    const history = await client.workflow.getHandle(workflowId).fetchHistory();
    activities += (history.events ?? []).filter((event) => event.activityTaskScheduledEventAttributes).length;
  }
  await close();
  const each = [workflows, (activities / read) * workflows, events].map((sum) => sum / runs);
  return each.map((share) => (share < 0.1 ? share.toFixed(3) : share.toFixed(2))).join(" / ");
}
