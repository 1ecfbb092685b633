import type { AttemptRef } from "../instance/attempt-ref.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import { begin } from "../instance/transitions.ts";
import { RoutingStrategy } from "../option/value/routing-options.ts";
import { ReasonCode } from "../reason.ts";
import type { NamedExecutor } from "../run-routing.ts";

/**
 * A broadcast begins: Enqueued → Processing, with the executors that get a shard each. It takes no worker: it goes on
 * without the one that wrote this.
 */
export function beginBroadcast(
  attempt: AttemptRef,
  at: Date,
  retryCount: number,
  executors: readonly NamedExecutor[],
): InstanceChange {
  const change = begin(attempt, at, retryCount);
  const reason = { code: ReasonCode.Broadcast, parameters: { shards: executors.length } } as const;
  const routing = { strategy: RoutingStrategy.Broadcast, executor: null, refused: [], shards: executors };
  return {
    ...change,
    set: { ...change.set, reason, routing, worker: null },
    append: change.append.map((entry) => ({ ...entry, worker: null, reason })),
  };
}
