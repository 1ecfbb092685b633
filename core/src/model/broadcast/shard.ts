import { type JobInstance, TriggerType } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";
import { laneOfShard } from "../instance/lane.ts";
import { walk } from "../instance/walk.ts";
import { followUpId } from "../name/follow-up-id.ts";
import { RoutingStrategy } from "../option/value/routing-options.ts";
import type { ShardOfBroadcast } from "../routing/run-routing.ts";

/** The ids of shards, as a pattern that stores can match too. */
export const SHARD_ID: RegExp = /^~[\s\S]*\/#[0-9]+$/;

/** The shards of a broadcast that has begun; `null` for any other run. */
export function shardsOf({ routing }: Pick<JobInstance, "routing">): readonly ShardOfBroadcast[] | null {
  return routing?.shards ?? null;
}

/** The ids of the runs of a broadcast's shards, by their index: the same from every process. */
export function shardIds(broadcast: Pick<JobInstance, "id" | "routing">): Promise<readonly string[]> {
  const shards = shardsOf(broadcast) ?? [];
  // A job key has no "#", so that no child job has the id of a shard.
  return Promise.all(shards.map((_, index) => followUpId(broadcast.id, `#${index}`)));
}

/** Whether an id is one of `shardIds`; of a broadcast whose id has more than some 240 characters it does not say so. */
export function isShardId(id: string): boolean {
  return SHARD_ID.test(id);
}

/** The broadcast of a shard by its id, as far as the id says it; `null` for any other run. */
export function broadcastOf(shardId: string): string | null {
  return isShardId(shardId) ? shardId.slice(1, shardId.lastIndexOf("/")) : null;
}

/**
 * The record of a shard. It waits for its executor, or has ended as cancelled where its broadcast is to end.
 * @param id that of `shardIds`
 */
export function shardOf(
  broadcast: JobInstance,
  index: number,
  { id, at, dispatchId }: { readonly id: string; readonly at: Date; readonly dispatchId: string },
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
      ...(trigger.manual === true && { manual: true }),
    },
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
    result: null,
    error: null,
    errorSummary: null,
    missed: null,
    fingerprint: null,
    history,
  };
}
