import { chainOf } from "../instance/chain.ts";
import type { NewPartFields } from "../composite/composite.ts";
import { type JobInstance, TriggerType } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";
import { laneOfShard } from "../instance/lane.ts";
import { traceOf } from "../instance/traceparent.ts";
import { walk } from "../instance/walk.ts";
import { RoutingStrategy } from "../option/value/routing-options.ts";
import type { ShardOfBroadcast } from "../run-routing.ts";

/** The shards of a broadcast that has begun; `null` for any other run. */
export function shardsOf({ routing }: Pick<JobInstance, "routing">): readonly ShardOfBroadcast[] | null {
  return routing?.shards ?? null;
}

/**
 * The record of a shard. It waits for its executor, or has ended as cancelled where its broadcast is to end.
 */
export function shardOf(
  broadcast: JobInstance,
  index: number,
  { id, at, dispatchId }: NewPartFields,
): JobInstance {
  const shards = shardsOf(broadcast) ?? [];
  const { ended: _, ...executor } = shards[index] as ShardOfBroadcast;
  const { cancelRequestedAt, cancelReason, trigger } = broadcast;
  const step = { attempt: 0, worker: null };
  const history = walk(at, null, [
    { ...step, to: JobState.Enqueued, reason: null },
    ...(cancelRequestedAt === null ? [] : [{ ...step, to: JobState.Cancelled, reason: cancelReason }]),
  ]);
  return {
    ...broadcast,
    id,
    lane: laneOfShard(broadcast, index),
    uniqueKey: null,
    turn: null,
    state: cancelRequestedAt === null ? JobState.Enqueued : JobState.Cancelled,
    reason: cancelRequestedAt === null ? null : cancelReason,
    trigger: {
      type: TriggerType.Broadcast,
      of: broadcast.id,
      ...chainOf(trigger),
      ...(trigger.secrets !== undefined && { secrets: trigger.secrets }),
      ...(trigger.manual === true && { manual: true }),
      ...traceOf(trigger),
    },
    part: { of: broadcast.id, name: String(index) },
    scheduledFor: null,
    createdAt: at,
    updatedAt: at,
    enqueuedAt: at,
    startedAt: null,
    completedAt: cancelRequestedAt === null ? null : at,
    attempt: 0,
    retryAt: null,
    worker: null,
    claim: null,
    slot: null,
    abandoned: null,
    dispatchId,
    routing: {
      strategy: RoutingStrategy.Broadcast,
      executor,
      refused: [],
      shard: { index, total: shards.length },
    },
    progress: null,
    usage: null,
    usageSeries: null,
    result: null,
    error: null,
    errorSummary: null,
    missed: null,
    fingerprint: null,
    history,
  };
}
