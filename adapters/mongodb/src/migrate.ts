import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { type IndexDescription, MongoServerError } from "mongodb";
import type { Collections, StoreHandle } from "./mongodb-connection.ts";
import { greet } from "./server-time.ts";
import { isDuplicateKey } from "./store-error.ts";
import { HAS_ENDED, IS_BEING_CANCELLED } from "./typed-filter.ts";

/** Grows when a newer version of this package could not share the database with an older one. */
const SCHEMA_VERSION = 1;

const INDEX_NOT_FOUND = 27;

/** Each index by name, so that a test can say which one a query uses. */
export const InstanceIndex = {
  /** Lists of everything. Its fields never change, so a list misses no run that moves meanwhile. */
  Created: "created",
  /** Lists of one app. */
  AppCreated: "app_created",
  /** Lists of one job, its newest run, its retention. */
  JobCreated: "job_created",
  /** Lists of some states, open runs and how many there are. */
  StateCreated: "state_created_app",
  /** Admission: two runs of a job never hold one slot. */
  Slot: "slot",
  /** Counts of runs that ended; holds all they read, and nothing of a run before its end. */
  Ended: "ended",
  /** Runs under way that are asked to end. */
  Cancelling: "cancelling",
  /** Removes what nobody swept. */
  Expires: "expires",
  /** Changes, where they are asked for: each write of a run moves its entry, so nobody else has it. */
  Changed: "changed",
} as const;

const INDEXES: { readonly [Name in keyof Collections]?: readonly IndexDescription[] } = {
  instances: [
    { name: InstanceIndex.Created, key: { tenant: 1, createdAt: -1, id: -1 } },
    { name: InstanceIndex.AppCreated, key: { tenant: 1, app: 1, createdAt: -1, id: -1 } },
    { name: InstanceIndex.JobCreated, key: { tenant: 1, jobKey: 1, createdAt: -1, id: -1 } },
    { name: InstanceIndex.StateCreated, key: { tenant: 1, state: 1, createdAt: -1, id: -1, app: 1 } },
    {
      name: InstanceIndex.Slot,
      key: { tenant: 1, jobKey: 1, slot: 1 },
      unique: true,
      partialFilterExpression: { slot: { $exists: true } },
    },
    {
      name: InstanceIndex.Ended,
      key: { tenant: 1, changedAt: 1, app: 1, state: 1, completedAt: 1 },
      partialFilterExpression: HAS_ENDED,
    },
    {
      name: InstanceIndex.Cancelling,
      key: { tenant: 1, cancelRequestedAt: 1 },
      partialFilterExpression: IS_BEING_CANCELLED,
    },
    { name: InstanceIndex.Expires, key: { expiresAt: 1 }, expireAfterSeconds: 0, sparse: true },
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

const CHANGED: IndexDescription = { name: InstanceIndex.Changed, key: { tenant: 1, changedAt: 1 } };

/** Made by earlier versions, which look for none of them by name. */
const RETIRED: readonly string[] = ["state_created", "state_changed", "expiry"];

export interface MigrateOptions {
  /** Changes are asked for even where the server would tell of them. @default false */
  readonly polling?: boolean;
}

/**
 * Makes the indexes; what is there already stays, what nobody uses any more goes. Any number of processes may do so at once.
 * @throws MoJobError `invalid_configuration` where a newer version of this package has been at work; `store_unavailable`
 */
export async function migrate(store: StoreHandle, { polling = false }: MigrateOptions = {}): Promise<void> {
  await store.call("prepare the database", async () => {
    const { meta, instances } = store.collections;
    const stored = await meta.findOne({ _id: "schema" });
    if (stored !== null && stored.version > SCHEMA_VERSION) throw tooNew(stored.version);
    for (const [name, indexes] of Object.entries(INDEXES)) {
      await store.collections[name as keyof Collections].createIndexes([...indexes]);
    }
    if (polling || !(await greet(store)).hasChangeStreams) await instances.createIndexes([CHANGED]);
    for (const { name } of await instances.indexes()) {
      if (name !== undefined && RETIRED.includes(name)) await instances.dropIndex(name).catch(ignoreGone);
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

/** Another process was faster. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof MongoServerError && error.code === INDEX_NOT_FOUND)) throw error;
}

function tooNew(version: number): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot use this database: it has schema version "${version}" and this program knows up to "${SCHEMA_VERSION}"; upgrade the program or name another database`,
  );
}
