import type {
  IMoStateStore,
  JsonValue,
  LoopLife,
  StateEntry,
  StateLease,
  StateWriteOptions,
} from "@mojob/core/ports";
import { type Document, type Filter, type FindOptions, ObjectId } from "mongodb";
import { A_DAY_MS } from "../documents/instance-document.ts";
import { fromStoredJson, toStoredJson } from "../documents/json-field.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { fromNow } from "../connection/server-time.ts";
import type { HeartbeatThreads } from "../life/heartbeat-threads.ts";
import type { StateDocument } from "../documents/mongodb-documents.ts";
import { isDuplicateKey } from "../connection/store-error.ts";
import { exactly, inOneBatch, startsWith, through } from "../documents/typed-filter.ts";

/** How long the version of a deleted entry is remembered; a later entry begins at the current time as its version, which is greater. */
const REMEMBERED_MS = A_DAY_MS;

const IS_LIVE: Document = {
  $and: ["$live", { $or: [{ $eq: ["$expiresAt", null] }, { $gt: ["$expiresAt", "$$NOW"] }] }],
};

/** Keeps small shared values and leases (seed row M18); the server's clock decides what has expired. */
export class StateStoreMongodb implements IMoStateStore {
  readonly hasOwnClock: boolean = true;
  readonly #store: StoreHandle;
  readonly #lives: HeartbeatThreads;

  constructor(store: StoreHandle, lives: HeartbeatThreads) {
    this.#store = store;
    this.#lives = lives;
  }

  async get(key: string): Promise<StateEntry | null> {
    return (await this.getMany([key])).get(key) ?? null;
  }

  async getMany(keys: readonly string[]): Promise<ReadonlyMap<string, StateEntry>> {
    if (keys.length === 0) return this.#store.call("read state", () => Promise.resolve(new Map()));
    const found = await this.#find({ _id: { $in: [...keys] } }, inOneBatch(keys.length));
    return new Map(found.map((entry) => [entry.key, entry]));
  }

  list(prefix: string): Promise<readonly StateEntry[]> {
    return this.#find({ _id: startsWith(prefix) });
  }

  async set(key: string, value: JsonValue, options: StateWriteOptions = {}): Promise<StateEntry> {
    const written = await this.#upsert(key, { ...newFields(value, options), ticket: new ObjectId() });
    return toEntry(written);
  }

  async compareAndSet(
    key: string,
    expected: number | null,
    value: JsonValue,
    options: StateWriteOptions = {},
  ): Promise<StateEntry | null> {
    const ticket = new ObjectId();
    const fields = newFields(value, options);
    if (expected === null) {
      // Nothing of an entry that is live changes, its ticket included.
      const keep = Object.fromEntries(
        Object.entries({ ...fields, ticket }).map(([name, next]) => [
          name,
          { $cond: [IS_LIVE, `$${name}`, next] },
        ]),
      );
      const written = await this.#upsert(key, keep);
      return written.ticket.equals(ticket) ? toEntry(written) : null;
    }
    const written = await this.#store.call(`write state "${key}"`, () =>
      this.#store.collections.state.findOneAndUpdate(
        { _id: exactly(key), version: exactly(expected), $expr: IS_LIVE },
        [{ $set: { ...fields, ticket } }],
        { returnDocument: "after" },
      ),
    );
    return written === null ? null : toEntry(written);
  }

  async delete(key: string): Promise<boolean> {
    const purgeAt = fromNow(REMEMBERED_MS);
    const deleted = await this.#store.call(`delete state "${key}"`, () =>
      this.#store.collections.state.findOneAndUpdate({ _id: exactly(key), $expr: IS_LIVE }, [
        { $set: { live: false, value: null, valueText: "$$REMOVE", purgeAt } },
      ]),
    );
    return deleted !== null;
  }

  async acquireLease(name: string, holder: string, ttlMs: number): Promise<StateLease | null> {
    const own = { $literal: holder };
    const isOwn = { $eq: ["$holder", own] };
    const isFree = {
      $or: [isOwn, { $eq: [{ $ifNull: ["$holder", null] }, null] }, { $lte: ["$expiresAt", "$$NOW"] }],
    };
    const lease = await this.#store.call(`take lease "${name}"`, () =>
      retryTwin(() =>
        this.#store.collections.leases.findOneAndUpdate(
          { _id: exactly(name) },
          [
            {
              $set: {
                term: {
                  $cond: [
                    isOwn,
                    "$term",
                    { $cond: [isFree, { $add: [{ $ifNull: ["$term", 0] }, 1] }, "$term"] },
                  ],
                },
                expiresAt: { $cond: [isFree, fromNow(ttlMs), "$expiresAt"] },
                holder: { $cond: [isFree, own, "$holder"] },
              },
            },
          ],
          { upsert: true, returnDocument: "after" },
        ),
      ),
    );
    if (lease.holder !== holder) return null;
    return { name, holder, term: lease.term, expiresAt: lease.expiresAt };
  }

  keepLease(name: string, holder: string, ttlMs: number, everyMs: number): LoopLife {
    return this.#lives.keepLease({ name, holder, ttlMs }, everyMs);
  }

  async releaseLease(name: string, holder: string): Promise<void> {
    await this.#store.call(`give lease "${name}" back`, () =>
      // The term stays behind, so that the next holder's is a new one.
      this.#store.collections.leases.updateOne(
        { _id: exactly(name), holder: exactly(holder) },
        { $set: { holder: null } },
      ),
    );
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #find(filter: Filter<StateDocument>, options?: FindOptions): Promise<readonly StateEntry[]> {
    const found = await this.#store.call("read state", () =>
      this.#store.collections.state
        .find(through(filter, { $expr: IS_LIVE }), options)
        .sort({ _id: 1 })
        .toArray(),
    );
    return found.map(toEntry);
  }

  async #upsert(key: string, fields: Document): Promise<StateDocument> {
    const written = await this.#store.call(`write state "${key}"`, () =>
      retryTwin(() =>
        this.#store.collections.state.findOneAndUpdate({ _id: exactly(key) }, [{ $set: fields }], {
          upsert: true,
          returnDocument: "after",
        }),
      ),
    );
    return written;
  }
}

/** Two first writes of one key at once: the second finds the first, by an error or by getting no document, and writes over it. */
async function retryTwin<Answer>(write: () => Promise<Answer | null>): Promise<Answer> {
  for (;;) {
    try {
      const written = await write();
      if (written !== null) return written;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** As part of a pipeline update, so that the server's clock and the version before count. */
function newFields(value: JsonValue, { ttlMs }: StateWriteOptions): Document {
  const stored = toStoredJson(value);
  return {
    value: "value" in stored ? { $literal: stored.value } : null,
    valueText: "value" in stored ? "$$REMOVE" : { $literal: stored.text },
    live: true,
    expiresAt: ttlMs === undefined ? null : fromNow(ttlMs),
    purgeAt: ttlMs === undefined ? null : fromNow(ttlMs + REMEMBERED_MS),
    version: { $add: [{ $ifNull: ["$version", Date.now()] }, 1] },
  };
}

function toEntry({ _id, value, valueText, version }: StateDocument): StateEntry {
  return { key: _id, value: fromStoredJson(value, valueText), version };
}
