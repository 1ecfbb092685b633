import {
  type Act,
  completeAct,
  type HistoryQuery,
  type IMoHistoryStore,
  MoJobError,
  MoJobErrorCode,
  type Page,
  type PageRequest,
} from "@mojob/core/ports";
import type { Filter } from "mongodb";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { isDuplicateKey } from "../connection/store-error.ts";
import { documentId } from "../documents/instance-document.ts";
import type { ActDocument } from "../documents/mongodb-documents.ts";
import { exactly } from "../documents/typed-filter.ts";

/** Keeps acts, one document each; the id in `_id` makes a repeat harmless. */
export class HistoryStoreMongodb implements IMoHistoryStore {
  readonly #store: StoreHandle;

  constructor(store: StoreHandle) {
    this.#store = store;
  }

  async append(acts: readonly Act[]): Promise<void> {
    if (acts.length === 0) return;
    const { history } = this.#store.collections;
    const documents = acts.map((act) => ({ _id: documentId(act.tenant, act.id), ...act }));
    await this.#store.call("keep acts", () =>
      history.insertMany(documents, { ordered: false }).catch((error: unknown) => {
        // Some are there already; the others were written.
        if (!isDuplicateKey(error)) throw error;
      }),
    );
  }

  async list(query: HistoryQuery, { limit, cursor }: PageRequest): Promise<Page<Act>> {
    const { history } = this.#store.collections;
    const filter = toFilter(query, cursor === undefined ? null : readCursor(cursor));
    const found = await this.#store.call("list acts", () =>
      history
        .find(filter)
        .sort({ id: -1 })
        // One more than asked for shows whether another page follows.
        .limit(limit + 1)
        .toArray(),
    );
    const items = found.slice(0, limit).map(({ _id, ...act }): Act => completeAct(act));
    return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
  }

  trim(tenant: string, before: Date, most: number): Promise<number> {
    const { history } = this.#store.collections;
    return this.#store.call("remove old acts", async () => {
      const own = { tenant: exactly(tenant) };
      const [beyond] = await history.find(own).sort({ id: -1 }).skip(most).limit(1).toArray();
      const old = [{ at: { $lt: before } }, ...(beyond === undefined ? [] : [{ id: { $lte: beyond.id } }])];
      let removed = 0;
      for (const some of old) removed += (await history.deleteMany({ ...own, ...some })).deletedCount;
      return removed;
    });
  }
}

function toFilter(query: HistoryQuery, before: string | null): Filter<ActDocument> {
  const { tenant, app, jobKeys, instanceId, operation, kind, from } = query;
  return {
    tenant: exactly(tenant),
    ...(app !== undefined && { app: exactly(app) }),
    ...(jobKeys !== undefined && { jobKey: { $in: [...jobKeys] } }),
    ...(instanceId !== undefined && {
      $or: [{ instanceId: exactly(instanceId) }, { madeId: exactly(instanceId) }],
    }),
    ...(operation !== undefined && { operation: exactly(operation) }),
    ...(kind !== undefined && { kind: exactly(kind) }),
    ...(from !== undefined && { at: { $gte: from } }),
    ...(before !== null && { id: { $lt: before } }),
  };
}

/** The id of the last act of the page before. */
function readCursor(cursor: string): string {
  if (/^[\da-f-]{36}$/.test(cursor)) return cursor;
  throw new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot go on at cursor "${cursor}": no list made it`);
}
