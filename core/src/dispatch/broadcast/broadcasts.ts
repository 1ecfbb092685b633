import type { Clock } from "../../base/clock.ts";
import { destinationOf } from "../../model/destination.ts";
import { jointChange } from "../../model/broadcast/joint-state.ts";
import { shardIds, shardOf, shardsOf } from "../../model/broadcast/shard.ts";
import { type JobInstance, TriggerType } from "../../model/instance/job-instance.ts";
import { isTerminal, JobState } from "../../model/instance/job-state.ts";
import { isBroadcasting } from "../../model/instance/lane.ts";
import { cancelOpen } from "../../model/waiting/cancel-open.ts";
import { cancelled } from "../../model/reason.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import { nextAttemptOf } from "../dispatch-again.ts";
import type { Dispatcher } from "../dispatcher.ts";

/** Each try follows a write of another process: shards end, or somebody cancels. */
const MOST_TRIES = 20;

export interface BroadcastsOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "insert" | "get" | "update">;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** @default nobody waits for the end of a broadcast elsewhere */
  readonly runtime?: Pick<IMoRuntime, "wake">;
}

/**
 * Moves broadcasts on that have begun: creates their shards, passes cancels on, notes which shards have ended, and ends a
 * broadcast with the last of them.
 *
 * All that is decided is decided from records, and each write holds only for the record it was made from. Whatever process
 * dies, and however many do this at once, another call goes on with it.
 */
export class Broadcasts {
  readonly #options: BroadcastsOptions;

  constructor(options: BroadcastsOptions) {
    this.#options = options;
  }

  /** Creates the shards of a broadcast that are not recorded yet, and hands them over. */
  async begin(broadcast: JobInstance): Promise<void> {
    const { clock, store, dispatcher } = this.#options;
    const ids = await shardIds(broadcast);
    const { tenant, app } = broadcast;
    const destinations = (shardsOf(broadcast) ?? []).map((executor) =>
      destinationOf({ tenant, app, routing: { strategy: "broadcast", executor, refused: [] } }),
    );
    await dispatcher.place(destinations, async (dispatchIds) => {
      const at = clock.now();
      const records = ids.map((id, index) =>
        shardOf(broadcast, index, { id, at, dispatchId: dispatchIds[index] as string }),
      );
      const standing = await store.insert(records);
      return records.map((record, index) =>
        standing[index] === null && !isTerminal(record.state) ? nextAttemptOf(record) : null,
      );
    });
  }

  /** Brings broadcasts to where their shards are. */
  async settle(broadcasts: readonly JobInstance[]): Promise<void> {
    for (const broadcast of broadcasts) await this.#settle(broadcast);
  }

  async #settle(first: JobInstance): Promise<void> {
    const { tenant, store, clock, runtime } = this.#options;
    const ids = await shardIds(first);
    let broadcast = first;
    for (let tries = 0; tries < MOST_TRIES && isUnderWay(broadcast); tries += 1) {
      let runs = await store.get(tenant, ids);
      // Once it has progress all its shards were created: one that is missing has ended, and is no longer kept.
      if (broadcast.progress === null && runs.includes(null)) {
        await this.begin(broadcast);
        runs = await store.get(tenant, ids);
      }
      if (broadcast.cancelRequestedAt !== null && (await this.#cancel(broadcast, runs)))
        runs = await store.get(tenant, ids);
      const change = jointChange(broadcast, runs, clock.now());
      if (change === null) return;
      const [isWritten] = await store.update([change]);
      const [latest] = await store.get(tenant, [broadcast.id]);
      if (!latest) return;
      broadcast = latest;
      if (isWritten !== true) continue;
      // What waits for the end elsewhere looks again by itself.
      if (isTerminal(broadcast.state) && broadcast.trigger.type === TriggerType.Temporal)
        await runtime?.wake?.([broadcast]).catch(() => {});
      return;
    }
  }

  /** Resolves to whether anything was written. */
  async #cancel({ cancelReason }: JobInstance, runs: readonly (JobInstance | null)[]): Promise<boolean> {
    const reason = cancelReason ?? cancelled();
    const now = this.#options.clock.now();
    const open = runs.filter(
      (run) => run !== null && !isTerminal(run.state) && run.cancelRequestedAt === null,
    ) as JobInstance[];
    if (open.length === 0) return false;
    await this.#options.store.update(open.map((run) => cancelOpen(run, now, reason)));
    return true;
  }
}

function isUnderWay(run: JobInstance): boolean {
  return run.state === JobState.Processing && isBroadcasting(run);
}
