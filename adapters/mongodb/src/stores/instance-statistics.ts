import type { JobState } from "@mojob/core";
import type { CompletionMinute, CountedRuns, IMoInstanceStatistics } from "@mojob/core/ports";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { RunCounts } from "../counts/run-counts.ts";
import { waitingRuns } from "../documents/typed-filter.ts";

/** Counts runs by what is kept of their counts. */
export class InstanceStatisticsMongodb implements IMoInstanceStatistics {
  readonly #store: StoreHandle;
  readonly #counts: RunCounts;

  constructor(store: StoreHandle, counts: RunCounts) {
    this.#store = store;
    this.#counts = counts;
  }

  countByState(
    tenant: string,
    app?: string,
    which?: CountedRuns,
  ): Promise<Readonly<Record<JobState, number>>> {
    return this.#store.call("count runs", () => this.#counts.byState(tenant, app, which));
  }

  countWaiting(tenant: string, app: string): Promise<number> {
    return this.#store.call("count runs that wait", () =>
      this.#store.collections.instances.countDocuments(waitingRuns(tenant, app)),
    );
  }

  completions(
    tenant: string,
    since: Date,
    app?: string,
    which?: CountedRuns,
  ): Promise<readonly CompletionMinute[]> {
    return this.#store.call("count runs that ended", () =>
      this.#counts.completions(tenant, since, app, which),
    );
  }
}
