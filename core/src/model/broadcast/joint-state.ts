import { createId } from "../../base/ids.ts";
import type { AttemptRef } from "../instance/attempt-ref.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobFailure, JobInstance, JobProgress } from "../instance/job-instance.ts";
import { isTerminal, JobState } from "../instance/job-state.ts";
import { cancelRunning, fail, succeed } from "../instance/transitions.ts";
import { walk } from "../instance/walk.ts";
import { keepResult } from "../preview/job-result.ts";
import { cancelled, type Reason, ReasonCode } from "../reason.ts";
import type { RunRouting, ShardEnd, ShardOfBroadcast } from "../run-routing.ts";
import { failureText } from "../code/reason-text.ts";
import { jointEnd } from "../composite/joint-end.ts";
import { wholeOf } from "../composite/run-part.ts";
import { shardsOf } from "./shard.ts";

/** The results of all shards together, as JSON. */
const MAX_RESULT_BYTES = 256 * 1024;

/**
 * The change of a broadcast that follows from the runs of its shards: how many have ended, and once all have, its own end. `null` where its
 * record says so already. Of two such changes that were made from the same record one is written, because each gives it another claim.
 * @param runs the runs of its shards by their index; `null` for one that is no longer kept
 */
export function jointChange(
  broadcast: JobInstance,
  runs: readonly (JobInstance | null)[],
  at: Date,
): InstanceChange | null {
  const before = shardsOf(broadcast) ?? [];
  const { claim, routing } = broadcast;
  if (claim === null || routing === null) return null;
  const shards = before.map((shard, index) => noted(shard, runs[index] ?? null, broadcast));
  const ended = shards.filter((shard) => shard.ended !== undefined).length;
  if (broadcast.progress !== null && ended === before.filter((shard) => shard.ended !== undefined).length)
    return null;
  const progress = { fraction: ended / shards.length, message: `${ended}/${shards.length}`, at };
  const routed: RunRouting = { ...routing, shards };
  if (ended < shards.length) {
    const { tenant, id, attempt } = broadcast;
    return {
      tenant,
      id,
      at,
      when: { states: [JobState.Processing], attempt, claim },
      set: { claim: createId(at), routing: routed, progress },
      append: [],
    };
  }
  const end = endOf(broadcast, claim, shards, runs, progress, at);
  return {
    ...end,
    set: { ...end.set, routing: routed },
    append: end.append.map((entry) => ({ ...entry, worker: null })),
  };
}

function noted(
  shard: ShardOfBroadcast,
  run: JobInstance | null,
  { progress }: JobInstance,
): ShardOfBroadcast {
  if (shard.ended !== undefined) return shard;
  // It was created, and removed before anybody noted how it ended.
  if (run === null) return progress === null ? shard : { ...shard, ended: JobState.Terminated };
  return isTerminal(run.state) ? { ...shard, ended: run.state as ShardEnd } : shard;
}

/** Cancelled where that was asked for, else what its shards come to together. */
function endOf(
  broadcast: JobInstance,
  claim: string,
  shards: readonly ShardOfBroadcast[],
  runs: readonly (JobInstance | null)[],
  progress: JobProgress,
  at: Date,
): InstanceChange {
  const { cancelRequestedAt, cancelReason } = broadcast;
  const attempt: AttemptRef = { ...broadcast, claim, worker: "" };
  if (cancelRequestedAt !== null) return cancelRunning(attempt, at, cancelReason ?? cancelled(), progress);
  const end = jointEnd(shards.map(({ ended = JobState.Terminated }) => ended));
  if (end === JobState.Succeeded) {
    const { value, note } = keepResult(
      runs.map((run) => run?.result ?? null),
      MAX_RESULT_BYTES,
    );
    return succeed(attempt, at, value, note, progress);
  }
  const counts: Partial<Record<ShardEnd, number>> = {};
  for (const { ended = JobState.Terminated } of shards) counts[ended] = (counts[ended] ?? 0) + 1;
  if (end === JobState.Skipped) return skipWhole(attempt, at, shards.length, progress);
  if (end === JobState.Cancelled) return cancelWithoutAsking();
  const words = { code: "shards_failed", message: "", parameters: { shards: counts } };
  const failure: JobFailure = { ...words, message: failureText(words) };
  const reason = { code: ReasonCode.ShardsFailed } as const;
  return fail(attempt, at, failure, { next: "terminate", reason }, progress);

  /** Somebody cancelled shards, one by one, or those of a newer broadcast took their place. */
  function cancelWithoutAsking(): InstanceChange {
    const change = cancelRunning(attempt, at, replacement(runs) ?? cancelled(), progress);
    return { ...change, when: { ...change.when, cancelRequested: false } };
  }
}

/** The reason of a broadcast of which each shard that is Cancelled was replaced; `null` where a person had a part in it. */
function replacement(runs: readonly (JobInstance | null)[]): Reason | null {
  const reasons = runs.flatMap((run) => (run?.state === JobState.Cancelled ? [run.reason] : []));
  const [first] = reasons;
  if (first?.code !== ReasonCode.Replaced || reasons.some((reason) => reason?.code !== first.code))
    return null;
  const by = wholeOf(first.parameters.by) ?? first.parameters.by;
  return { code: ReasonCode.Replaced, parameters: { by } };
}

/** A broadcast of which no shard began: Processing → Skipped. */
function skipWhole(attempt: AttemptRef, at: Date, count: number, progress: JobProgress): InstanceChange {
  const reason: Reason = { code: ReasonCode.ShardsSkipped, parameters: { count } };
  const { tenant, id, claim } = attempt;
  const to = { to: JobState.Skipped, attempt: attempt.attempt, worker: null, reason };
  return {
    tenant,
    id,
    at,
    when: { states: [JobState.Processing], attempt: attempt.attempt, claim, cancelRequested: false },
    set: { state: JobState.Skipped, reason, completedAt: at, progress },
    append: walk(at, JobState.Processing, [to]),
  };
}
