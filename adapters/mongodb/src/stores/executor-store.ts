import type { DrainRequest, ExecutorRecord, IMoExecutorStore, LoopLife } from "@mojob/core/ports";
import { A_DAY_MS, documentId } from "../documents/instance-document.ts";
import type { HeartbeatThreads } from "../life/heartbeat-threads.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { ExecutorDocument } from "../documents/mongodb-documents.ts";
import { STAMP } from "../connection/server-time.ts";
import { exactly } from "../documents/typed-filter.ts";

const SHOWN_AFTER_LEAVING_MS = 60_000;

/** Keeps who is there to run jobs; who was not seen for a day is forgotten by the server. */
export class ExecutorStoreMongodb implements IMoExecutorStore {
  readonly #store: StoreHandle;
  readonly #lives: HeartbeatThreads;
  readonly #onDrain: (documentId: string) => void;

  /** @param onDrain is called with the document of an executor that was asked to drain, or to take runs again */
  constructor(store: StoreHandle, lives: HeartbeatThreads, onDrain: (documentId: string) => void) {
    this.#store = store;
    this.#lives = lives;
    this.#onDrain = onDrain;
  }

  keepAlive({ tenant, id }: Pick<ExecutorRecord, "tenant" | "id">, everyMs: number): LoopLife {
    return this.#lives.keep(documentId(tenant, id), everyMs);
  }

  async save(given: ExecutorRecord): Promise<DrainRequest | null> {
    const { drain: _, ...executor } = given;
    const { executors } = this.#store.collections;
    const expiresAt = new Date(Math.max(Date.now(), executor.lastSeenAt.getTime()) + A_DAY_MS);
    const saved = await this.#store.call(`save executor "${executor.id}"`, () =>
      executors.findOneAndUpdate(
        { _id: exactly(documentId(executor.tenant, executor.id)) },
        { $set: { ...executor, left: false, expiresAt }, $currentDate: STAMP },
        { upsert: true, returnDocument: "after", projection: { drain: 1 } },
      ),
    );
    return saved?.drain ?? null;
  }

  async drain(tenant: string, id: string, request: DrainRequest | null): Promise<boolean> {
    const { executors } = this.#store.collections;
    const { matchedCount } = await this.#store.call(`drain executor "${id}"`, () =>
      executors.updateOne(
        { _id: exactly(documentId(tenant, id)), left: exactly(false) },
        {
          ...(request === null ? { $unset: { drain: "" } } : { $set: { drain: request } }),
          $currentDate: STAMP,
        },
      ),
    );
    if (matchedCount > 0) this.#onDrain(documentId(tenant, id));
    return matchedCount > 0;
  }

  async list(tenant: string, seenSince: Date, app?: string): Promise<readonly ExecutorRecord[]> {
    const { executors } = this.#store.collections;
    const found = await this.#store.call("list executors", () =>
      executors
        .find({
          tenant: exactly(tenant),
          lastSeenAt: { $gte: seenSince },
          left: exactly(false),
          ...(app !== undefined && { app: exactly(app) }),
        })
        .sort({ id: 1 })
        .toArray(),
    );
    return found.map(toExecutor);
  }

  /** Marks the document first: watchers are called with what a document holds, and a removed one holds nothing. */
  async remove(tenant: string, id: string): Promise<void> {
    const { executors } = this.#store.collections;
    const expiresAt = new Date(Date.now() + SHOWN_AFTER_LEAVING_MS);
    await this.#store.call(`remove executor "${id}"`, () =>
      executors.updateOne(
        { _id: exactly(documentId(tenant, id)), left: exactly(false) },
        { $set: { left: true, expiresAt }, $currentDate: STAMP },
      ),
    );
  }
}

function toExecutor({ _id, changedAt, left, expiresAt, ...record }: ExecutorDocument): ExecutorRecord {
  return record;
}
