import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { type IndexDescription, MongoServerError } from "mongodb";
import type { Collections, StoreHandle } from "./mongodb-connection.ts";
import { greet } from "./server-time.ts";
import { isDuplicateKey } from "./store-error.ts";
import { HAS_ENDED, IS_BEING_CANCELLED } from "./typed-filter.ts";

/** Grows when a newer version of this package could not share the database with an older one. */
const SCHEMA_VERSION = 2;

const INDEX_NOT_FOUND = 27;

const INDEXES: { readonly [Name in keyof Collections]?: readonly IndexDescription[] } = {
  instances: [
    // Lists of everything. Its fields never change, so a list misses no run that moves meanwhile.
    { name: "created", key: { tenant: 1, createdAt: -1, id: -1 } },
    // Lists of one app.
    { name: "app_created", key: { tenant: 1, app: 1, createdAt: -1, id: -1 } },
    // Lists of one job, its newest run, its retention.
    { name: "job_created", key: { tenant: 1, jobKey: 1, createdAt: -1, id: -1 } },
    // Lists of some states, open runs and how many there are.
    { name: "state_created_app", key: { tenant: 1, state: 1, createdAt: -1, id: -1, app: 1 } },
    // Admission: two runs of a job never hold one slot.
    {
      name: "slot",
      key: { tenant: 1, jobKey: 1, slot: 1 },
      unique: true,
      partialFilterExpression: { slot: { $exists: true } },
    },
    // Counts of runs that ended: all they read, and nothing of a run before its end. What is the same in all of them is in
    // the key nevertheless: not every server knows what a filter implies.
    {
      name: "ended_changed",
      key: { tenant: 1, ended: 1, changedAt: 1, app: 1, state: 1, completedAt: 1 },
      partialFilterExpression: HAS_ENDED,
    },
    // Runs under way that are asked to end.
    {
      name: "being_cancelled",
      key: { tenant: 1, state: 1, cancelRequestedAt: 1 },
      partialFilterExpression: IS_BEING_CANCELLED,
    },
    // Removes what nobody swept.
    { name: "expires", key: { expiresAt: 1 }, expireAfterSeconds: 0, sparse: true },
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

/** Changes, where they are asked for: each write of a run moves its entry, so nobody else has it. */
const CHANGED: IndexDescription = { name: "changed", key: { tenant: 1, changedAt: 1 } };

/** Made by earlier versions, which look for none of them by name. */
const RETIRED: readonly string[] = ["state_created", "state_changed", "expiry", "ended", "cancelling"];

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
    if (stored?.version !== SCHEMA_VERSION) {
      // Version 1 did not say so.
      await instances.updateMany(
        { completedAt: { $gt: new Date(0) }, ended: { $exists: false } },
        { $set: HAS_ENDED },
      );
    }
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
