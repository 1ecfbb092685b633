import type { AttemptRef } from "../instance/attempt-ref.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import { JobState } from "../instance/job-state.ts";
import type { RefusedExecutor, RunRouting } from "../run-routing.ts";

/** More executors than these explain nothing more of a run. */
const MOST_REFUSED = 16;

/** The latest refusals, as many as a record keeps. */
export function latestRefused(refused: readonly RefusedExecutor[]): readonly RefusedExecutor[] {
  return refused.slice(-MOST_REFUSED);
}

/** The executor that an attempt was sent to by its worker. */
export type SentTo = Pick<RunRouting, "strategy" | "executor" | "refused">;

/**
 * Which executor a running attempt was sent to; no edge. A shard keeps its place in its broadcast, and which executors did not
 * get it before.
 */
export function noteExecutor(
  { tenant, id, attempt, claim }: AttemptRef,
  at: Date,
  { shard, refused = [] }: Partial<RunRouting>,
  sentTo: SentTo,
): InstanceChange {
  const routing: RunRouting =
    shard === undefined
      ? sentTo
      : { ...sentTo, refused: latestRefused([...refused, ...sentTo.refused]), shard };
  return {
    tenant,
    id,
    at,
    when: { states: [JobState.Processing], attempt, claim },
    set: { routing },
    append: [],
  };
}
