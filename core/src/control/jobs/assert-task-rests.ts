import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { WorkKind } from "../../model/job-work.ts";
import type { IMoInstanceQueries } from "../../ports/instance-queries.ts";

/** Named in the message; the others are as many as they are. */
const MOST_NAMED = 5;

/**
 * A task goes on by the graph that its job has, cleanup included: without the job nothing says how a run under way would end.
 * @throws MoJobError `task_refused` while nodes of one of its runs are executed, or are to be again
 */
export async function assertTaskRests(
  { tenant, key, work }: Pick<JobDefinition, "tenant" | "key" | "work">,
  queries: Pick<IMoInstanceQueries, "list">,
): Promise<void> {
  if (work.kind !== WorkKind.Task) return;
  const states = [JobState.Processing, JobState.Failed];
  const { items } = await queries.list({ tenant, jobKey: key, states }, { limit: MOST_NAMED });
  if (items.length === 0) return;
  const runs = items.map(({ id }) => id);
  throw new MoJobError(
    MoJobErrorCode.TaskRefused,
    `Cannot delete task "${key}" while runs of it are under way: ${runs.join(", ")}. Cancel them, or wait for their ends, so that their cleanup runs`,
    { parameters: { reason: "runs_under_way", runs } },
  );
}
