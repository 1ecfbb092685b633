import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { IndexDescription } from "mongodb";
import type { Collections, StoreHandle } from "./mongodb-connection.ts";
import { isDuplicateKey } from "./store-error.ts";

/** Grows when a newer version of this package could not share the database with an older one. */
const SCHEMA_VERSION = 1;

/** Each index by name, so that a test can say which one a query uses. */
export const InstanceIndex = {
  /** Lists of everything. Its fields never change, so a list misses no run that moves meanwhile. */
  Created: "created",
  /** Lists of one app. */
  AppCreated: "app_created",
  /** Lists of one job, its newest run, its retention. */
  JobCreated: "job_created",
  /** Lists of some states, open runs. */
  StateCreated: "state_created",
  /** Admission: two runs of a job never hold one slot. */
  Slot: "slot",
  /** Counts, and changes where the server has no change streams; holds all they read. */
  StateChanged: "state_changed",
  /** Removes what nobody swept. */
  Expiry: "expiry",
} as const;

const INDEXES: { readonly [Name in keyof Collections]?: readonly IndexDescription[] } = {
  instances: [
    { name: InstanceIndex.Created, key: { tenant: 1, createdAt: -1, id: -1 } },
    { name: InstanceIndex.AppCreated, key: { tenant: 1, app: 1, createdAt: -1, id: -1 } },
    { name: InstanceIndex.JobCreated, key: { tenant: 1, jobKey: 1, createdAt: -1, id: -1 } },
    { name: InstanceIndex.StateCreated, key: { tenant: 1, state: 1, createdAt: -1, id: -1 } },
    {
      name: InstanceIndex.Slot,
      key: { tenant: 1, jobKey: 1, slot: 1 },
      unique: true,
      partialFilterExpression: { slot: { $exists: true } },
    },
    { name: InstanceIndex.StateChanged, key: { tenant: 1, state: 1, changedAt: 1, app: 1, completedAt: 1 } },
    { name: InstanceIndex.Expiry, key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
  logs: [
    { name: "instance", key: { tenant: 1, instanceId: 1, seq: 1 } },
    { name: "expiry", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
  definitions: [{ name: "key", key: { tenant: 1, key: 1 } }],
  executors: [
    { name: "seen", key: { tenant: 1, lastSeenAt: 1 } },
    { name: "expiry", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
  completions: [
    { name: "at", key: { tenant: 1, at: 1 } },
    { name: "expiry", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
  state: [{ name: "purge", key: { purgeAt: 1 }, expireAfterSeconds: 0 }],
};

/**
 * Makes the indexes; what is there already stays. Any number of processes may do so at once.
 * @throws MoJobError `invalid_configuration` where a newer version of this package has been at work; `store_unavailable`
 */
export async function migrate(store: StoreHandle): Promise<void> {
  await store.call("prepare the database", async () => {
    const { meta } = store.collections;
    const stored = await meta.findOne({ _id: "schema" });
    if (stored !== null && stored.version > SCHEMA_VERSION) throw tooNew(stored.version);
    for (const [name, indexes] of Object.entries(INDEXES)) {
      await store.collections[name as keyof Collections].createIndexes([...indexes]);
    }
    await meta
      .updateOne(
        { _id: "schema", version: { $lt: SCHEMA_VERSION } },
        { $set: { version: SCHEMA_VERSION } },
        { upsert: true },
      )
      .catch((error: unknown) => {
        // The record is there and says this version, or a newer one that came meanwhile.
        if (!isDuplicateKey(error)) throw error;
      });
  });
}

function tooNew(version: number): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot use this database: it has schema version "${version}" and this program knows up to "${SCHEMA_VERSION}"; upgrade the program or name another database`,
  );
}
