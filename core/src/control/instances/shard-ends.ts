import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { Broadcasts, type BroadcastsOptions } from "../../dispatch/broadcast/broadcasts.ts";
import { isBroadcast } from "../../dispatch/router.ts";
import type { EndFollower } from "../../duties/following/end-follower.ts";
import { type JobInstance, type JobInstanceSummary, TriggerType } from "../../model/instance/job-instance.ts";

export interface ShardEndsOptions extends BroadcastsOptions {
  readonly cache: Pick<JobDefinitionCache, "getAll">;
}

/** Brings broadcasts to where their shards are whenever one of these ends. The reconciler does for those it misses. */
export class ShardEnds implements EndFollower {
  readonly name = "shards";
  readonly #options: ShardEndsOptions;
  readonly #broadcasts: Broadcasts;

  constructor(options: ShardEndsOptions) {
    this.#options = options;
    this.#broadcasts = new Broadcasts(options);
  }

  async isIdle(): Promise<boolean> {
    return !(await this.#options.cache.getAll()).some(isBroadcast);
  }

  async follow(runs: readonly JobInstanceSummary[]): Promise<void> {
    const ids = new Set<string>();
    for (const { trigger } of runs)
      if (trigger.type === TriggerType.Broadcast && trigger.of !== undefined) ids.add(trigger.of);
    if (ids.size === 0) return;
    const { tenant, store } = this.#options;
    const broadcasts = await store.get(tenant, [...ids]);
    await this.#broadcasts.settle(broadcasts.filter((run) => run !== null) as readonly JobInstance[]);
  }
}
