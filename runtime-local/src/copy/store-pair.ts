import type { IMoJobScheduleMetadataStore, IMoStateStore } from "@mojob/core";

/** The two ports of a store, as `openSqlite` and `connectMongodb` return them. */
export interface StorePair {
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
}
