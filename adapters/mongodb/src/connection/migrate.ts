import { MoJobError, MoJobErrorCode, OWN_RECORDS } from "@mojob/core/ports";
import { type IndexDescription, MongoServerError, ObjectId } from "mongodb";
import type { Collections, StoreHandle } from "./mongodb-connection.ts";
import { changesDue, CONTRACTED_TO, SCHEMA_VERSION } from "./schema-changes.ts";
import { greet } from "./server-time.ts";
import { isDuplicateKey } from "./store-error.ts";
import { IS_ABANDONED } from "../documents/abandoned-filter.ts";
import { type IndexedRecords, recordIndexes } from "../documents/record-document.ts";
import { IS_PART } from "../documents/part-filter.ts";
import { HAS_ENDED, IS_BEING_CANCELLED } from "../documents/typed-filter.ts";

const NAMESPACE_NOT_FOUND = 26;
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
    // Admission: two runs of a lane never hold one slot. A job's own lane is not named, as in documents of earlier versions.
    {
      name: "lane_slot",
      key: { tenant: 1, jobKey: 1, slot: 1, lane: 1 },
      unique: true,
      partialFilterExpression: { slot: { $exists: true } },
    },
    // Runs that wait for a slot, in the order of their turns.
    {
      name: "waiting_by_turn",
      key: { tenant: 1, waitsIn: 1, priority: 1, turn: 1, createdAt: 1, id: 1 },
      partialFilterExpression: { waitsIn: { $exists: true } },
    },
    // Those of one key that wait: no two of them have one turn, so no key gets two for one when several processes write.
    {
      name: "waiting_of_key",
      key: { tenant: 1, waitsIn: 1, priority: 1, "fairShare.key": 1, turn: 1 },
      unique: true,
      partialFilterExpression: { turn: { $exists: true } },
    },
    // Creation: no two open runs have one unique key.
    {
      name: "unique_key",
      key: { tenant: 1, uniqueKey: 1 },
      unique: true,
      partialFilterExpression: { uniqueKey: { $exists: true } },
    },
    // Runs in the order they ended in, and how many: all a count reads, and nothing of a run before its end. What is the
    // same in all of them is in the key nevertheless: not every server knows what a filter implies.
    {
      name: "ended_order",
      key: { tenant: 1, ended: 1, changedAt: 1, id: 1, app: 1, state: 1, completedAt: 1 },
      partialFilterExpression: HAS_ENDED,
    },
    // Runs under way that are asked to end.
    {
      name: "being_cancelled",
      key: { tenant: 1, state: 1, cancelRequestedAt: 1 },
      partialFilterExpression: IS_BEING_CANCELLED,
    },
    // Runs whose abandoned code holds a slot.
    {
      name: "abandoned",
      key: { tenant: 1, "abandoned.at": 1 },
      partialFilterExpression: IS_ABANDONED,
    },
    // The parts of a run, which retention removes with it.
    { name: "parts", key: { tenant: 1, "part.of": 1 }, partialFilterExpression: IS_PART },
    // Removes what no sweep removed.
    { name: "expires", key: { expiresAt: 1 }, expireAfterSeconds: 0, sparse: true },
  ],
  logs: [
    { name: "instance", key: { tenant: 1, instanceId: 1, seq: 1 } },
    { name: "expiry", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
  definitions: [
    { name: "key", key: { tenant: 1, key: 1 } },
    // Notices of removed definitions.
    { name: "expiry", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
  executors: [
    { name: "seen", key: { tenant: 1, lastSeenAt: 1 } },
    { name: "expiry", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
  files: [{ name: "run", key: { "metadata.tenant": 1, "metadata.instanceId": 1, filename: 1 } }],
  fileChunks: [{ name: "file", key: { files_id: 1, n: 1 }, unique: true }],
  tasks: [
    {
      name: "due",
      key: { tenant: 1, dueAt: 1 },
      partialFilterExpression: { dueAt: { $gt: new Date(0) } },
    },
  ],
  taskFacts: [{ name: "task", key: { tenant: 1, task: 1, seq: 1 } }],
  completions: [
    { name: "at", key: { tenant: 1, at: 1 } },
    { name: "expiry", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
  rollupRows: [
    { name: "by_time", key: { tenant: 1, generation: 1, grain: 1, kind: 1, at: 1, app: 1, id: 1 } },
    { name: "by_subject", key: { tenant: 1, generation: 1, kind: 1, grain: 1, id: 1, at: 1 } },
    { name: "by_age", key: { tenant: 1, grain: 1, at: 1 } },
  ],
  state: [{ name: "purge", key: { purgeAt: 1 }, expireAfterSeconds: 0 }],
};

/** Changes, where they are polled: each write of a run moves its entry, so other databases do not have it. */
const CHANGED: IndexDescription = { name: "changed", key: { tenant: 1, changedAt: 1 } };

/** Made by earlier versions. One that is retired is dropped a release later, because the release before may need it. */
const RETIRED: readonly string[] = [
  "slot",
  "state_created",
  "state_changed",
  "expiry",
  "ended",
  "ended_changed",
  "cancelling",
];

export interface MigrateOptions {
  /** Changes are polled even where the server has change streams. @default false */
  readonly polling?: boolean;
  /** Small records whose indexes are made. @default those that the store itself keeps */
  readonly records?: Iterable<IndexedRecords>;
}

export async function indexRecords({ db }: StoreHandle, records: IndexedRecords): Promise<void> {
  const indexes = recordIndexes(records);
  if (indexes.length > 0) await db.collection(records.name).createIndexes(indexes);
}

/**
 * Makes the indexes; existing ones stay, those no longer used are dropped. Any number of processes may do so at once.
 * @throws MoJobError `invalid_configuration` where a newer version of this package has been at work; `store_unavailable`
 */
export async function migrate(
  store: StoreHandle,
  { polling = false, records = OWN_RECORDS }: MigrateOptions = {},
): Promise<void> {
  await store.call("prepare the database", async () => {
    const { meta, instances } = store.collections;
    const stored = await meta.findOne({ _id: "schema" });
    if (stored !== null && stored.version > SCHEMA_VERSION) throw tooNew(stored.version);
    for (const { expand } of changesDue(stored?.expandedTo ?? stored?.version ?? 0)) await expand(store);
    for (const [name, indexes] of Object.entries(INDEXES)) {
      await store.collections[name as keyof Collections].createIndexes([...indexes]);
    }
    for (const one of records) await indexRecords(store, one);
    if (polling || !(await greet(store)).hasChangeStreams) await instances.createIndexes([CHANGED]);
    for (const { name } of await instances.indexes()) {
      if (name !== undefined && RETIRED.includes(name)) await instances.dropIndex(name).catch(ignoreGone);
    }
    await meta
      .updateOne(
        { _id: "schema" },
        {
          // A program of the release before may start as long as this is no more than its version.
          $max: { version: CONTRACTED_TO, expandedTo: SCHEMA_VERSION },
          $setOnInsert: { id: new ObjectId().toHexString() },
        },
        { upsert: true },
      )
      .catch((error: unknown) => {
        // Another process was faster.
        if (!isDuplicateKey(error)) throw error;
      });
  });
}

/**
 * The mark of a database's schema: an id that is another one after the database was dropped. It counts only beside the index that keeps
 * slots apart.
 */
export interface SchemaMark {
  readonly id: string;
}

/** Resolves to the mark of a database that is as `migrate` left it; to `null` where the mark or an index is missing. */
export async function readMark(store: StoreHandle): Promise<SchemaMark | null> {
  const { meta, instances } = store.collections;
  const [stored, names] = await Promise.all([
    meta.findOne({ _id: "schema" }),
    instances.indexes().then((indexes) => new Set(indexes.map(({ name }) => name)), toNoNames),
  ]);
  if (stored === null || !INDEXES.instances?.every(({ name }) => names.has(name))) return null;
  return { id: stored.id ?? "" };
}

/** The collection does not exist. */
function toNoNames(error: unknown): ReadonlySet<string | undefined> {
  if (error instanceof MongoServerError && error.code === NAMESPACE_NOT_FOUND) return new Set();
  throw error;
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
