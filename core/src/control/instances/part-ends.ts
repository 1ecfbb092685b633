import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { Trials } from "../../definition/trial/trials.ts";
import { Composites, type CompositesOptions } from "../../dispatch/composite/composites.ts";
import { isBroadcast } from "../../dispatch/router.ts";
import type { EndFollower } from "../../duties/following/end-follower.ts";
import type { TaskHost } from "../../work/task-host.ts";
import { isPart } from "../../model/composite/run-part.ts";
import { type JobInstance, type JobInstanceSummary, TriggerType } from "../../model/instance/job-instance.ts";
import { isTask } from "../../model/job-work.ts";

export interface PartEndsOptions extends CompositesOptions {
  readonly cache: Pick<JobDefinitionCache, "getAll">;
  readonly tasks: TaskHost | null;
  readonly trials: Pick<Trials, "mayHaveTasks">;
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
    const { cache, trials } = this.#options;
    const jobs = await cache.getAll();
    return !jobs.some((job) => isBroadcast(job) || isTask(job)) && !(await trials.mayHaveTasks());
  }

  async follow(runs: readonly JobInstanceSummary[]): Promise<void> {
    const parts = runs.filter(isPart);
    if (parts.length === 0) return;
    const { tenant, store, tasks } = this.#options;
    const nodes = parts.filter(({ trigger }) => trigger.type === TriggerType.Task);
    const shards = parts.filter(({ trigger }) => trigger.type !== TriggerType.Task);
    await tasks?.follow(nodes);
    const ids = new Set(shards.flatMap(({ part }) => part?.of ?? []));
    const whole = ids.size === 0 ? [] : await store.get(tenant, [...ids]);
    await this.#composites.settle(whole.filter((run) => run !== null) as readonly JobInstance[]);
  }
}
