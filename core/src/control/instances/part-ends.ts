import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { Composites, type CompositesOptions } from "../../dispatch/composite/composites.ts";
import { isBroadcast } from "../../dispatch/router.ts";
import type { EndFollower } from "../../duties/following/end-follower.ts";
import type { JobInstance, JobInstanceSummary } from "../../model/instance/job-instance.ts";

export interface PartEndsOptions extends CompositesOptions {
  readonly cache: Pick<JobDefinitionCache, "getAll">;
}

/** Brings runs of parts to where these are whenever one of them ends. The reconciler does for those it misses. */
export class PartEnds implements EndFollower {
  /** As state stores keep its place since the first version. */
  readonly name = "shards";
  readonly #options: PartEndsOptions;
  readonly #composites: Composites;

  constructor(options: PartEndsOptions) {
    this.#options = options;
    this.#composites = new Composites(options);
  }

  async isIdle(): Promise<boolean> {
    return !(await this.#options.cache.getAll()).some(isBroadcast);
  }

  async follow(runs: readonly JobInstanceSummary[]): Promise<void> {
    const ids = new Set(runs.flatMap(({ part }) => part?.of ?? []));
    if (ids.size === 0) return;
    const { tenant, store } = this.#options;
    const whole = await store.get(tenant, [...ids]);
    await this.#composites.settle(whole.filter((run) => run !== null) as readonly JobInstance[]);
  }
}
