import type { Clock } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import { readDropped } from "../definition/app/dropped-jobs.ts";
import { type JobDefinition, JobOrigin } from "../model/job-definition.ts";
import { hasRunner } from "../placement/can-run.ts";
import { deployedSince } from "../placement/liveness.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import type { Duty } from "./duty.ts";

export interface MissingCodeDutyOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "executors">;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  readonly onWarning: (warning: string) => void;
}

/**
 * Marks jobs that the code of their app no longer declares; they do not fire until it declares them again (seed H4).
 *
 * A job has left the code when an earlier complete registration of its app had it, the latest lacks it, and no worker that is there has
 * its code: during a rolling deploy the old workers still serve what the new ones dropped, also while they drain.
 */
export class MissingCodeDuty implements Duty {
  readonly name = "watch-code";
  readonly everyMs = 10_000;
  readonly #options: MissingCodeDutyOptions;

  constructor(options: MissingCodeDutyOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { tenant, store, state, cache, clock, onWarning } = this.#options;
    const dropped = await readDropped(state, tenant);
    const isMissing = ({ app, key, origin, inCode }: JobDefinition): boolean =>
      origin === JobOrigin.Code && inCode && dropped.get(app)?.has(key) === true;
    const missing = (await cache.getAll()).filter(isMissing);
    if (missing.length === 0) return;
    const executors = await store.executors.list(tenant, deployedSince(clock.now()));
    for (const definition of missing) {
      if (executors.some((executor) => hasRunner(executor, definition))) continue;
      const { revision } = definition;
      // Lost against another change: the next pass looks at the job again.
      const saved = await cache.save(
        { ...definition, inCode: false, revision: revision + 1, updatedAt: clock.now(), updatedBy: null },
        revision,
      );
      if (saved)
        onWarning(
          `Job "${definition.key}" is no longer in the code of app "${definition.app}": it does not fire, and its runs wait until the code has it again`,
        );
    }
  }
}
