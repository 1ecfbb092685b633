import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { isTerminal, JobState } from "../instance/job-state.ts";
import { laneOf, shardOfLane } from "../instance/lane.ts";
import { keyPartOf } from "../instance/new-run.ts";
import type { JobDefinition } from "../job-definition.ts";

/** The lane that a run has as its job is now; its own where it has begun, has ended or its code holds a slot there. */
export function laneNow(run: JobInstance, job: JobDefinition): string {
  const { state, abandoned, lane, args } = run;
  if (state === JobState.Processing || isTerminal(state) || abandoned !== null) return lane;
  const part = keyPartOf(job, args);
  const shard = shardOfLane(lane);
  return laneOf(job.key, shard === null ? part : { shard, ...part });
}

/** A run that holds no slot competes for those of another lane from now on; no edge. */
export function moveToLane(run: JobInstance, at: Date, lane: string): InstanceChange {
  const { tenant, id, state, attempt } = run;
  const when = { states: [state], attempt, abandoned: null, lane: run.lane };
  return { tenant, id, at, when, set: { lane }, append: [] };
}
