import type { IMoInstanceRetention, RetentionSweep } from "@mojob/core/ports";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { RetentionSweeper } from "../counts/retention-sweeper.ts";
import type { RunCounts } from "../counts/run-counts.ts";

/** Removes runs that were kept long enough, and takes them from the counts. */
export class InstanceRetentionMongodb implements IMoInstanceRetention {
  readonly #store: StoreHandle;
  readonly #sweeper: RetentionSweeper;

  constructor(store: StoreHandle, counts: RunCounts) {
    this.#store = store;
    this.#sweeper = new RetentionSweeper(store, counts);
  }

  sweep(retention: RetentionSweep): Promise<number> {
    return this.#store.call(`sweep job "${retention.jobKey}"`, () => this.#sweeper.sweep(retention));
  }
}
