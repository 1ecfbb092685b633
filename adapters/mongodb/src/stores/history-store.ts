import {
  type Act,
  type ActLink,
  ActOutcome,
  completeAct,
  type HistoryQuery,
  type IMoHistoryStore,
  type LinkedAct,
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

  async append(acts: readonly Act[], links: readonly ActLink[] = []): Promise<void> {
    if (acts.length === 0) return;
    const { history } = this.#store.collections;
    const byAct = Map.groupBy(links, ({ act }) => act);
    // An act and its links are one document, so that one is never there without the other.
    const operations = acts.map((act) => {
      const own = byAct.get(act.id) ?? [];
      return {
        updateOne: {
          filter: { _id: documentId(act.tenant, act.id) },
          update: {
            $setOnInsert: act,
            ...(own.length > 0 && { $addToSet: { links: { $each: own } } }),
          },
          upsert: true,
        },
      };
    });
    const write = () => history.bulkWrite(operations, { ordered: false });
    await this.#store.call("keep acts", () =>
      write().catch((error: unknown) => {
        // Another process inserted one at the same time: it is there now.
        if (!isDuplicateKey(error)) throw error;
        return write();
      }),
    );
  }

  known(tenant: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { history } = this.#store.collections;
    return this.#store.call("find acts", async () => {
      const wanted = { _id: { $in: ids.map((id) => documentId(tenant, id)) } };
      const found = await history.find(wanted, { projection: { id: 1 } }).toArray();
      return new Set(found.map(({ id }) => id));
    });
  }

  async list(query: HistoryQuery, { limit, cursor }: PageRequest): Promise<Page<Act>> {
    const found = await this.#find(toFilter(query, cursor === undefined ? null : readCursor(cursor)), limit);
    const items = found.slice(0, limit).map((one) => toLinked(one).act);
    return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
  }

  async listLinked(tenant: string, { limit, cursor }: PageRequest): Promise<Page<LinkedAct>> {
    const before = cursor === undefined ? null : readCursor(cursor);
    const found = await this.#find(toFilter({ tenant }, before), limit);
    const items = found.slice(0, limit).map(toLinked);
    return { items, nextCursor: found.length > limit ? (items.at(-1)?.act.id ?? null) : null };
  }

  outdated(tenant: string, before: Date, most: number, limit: number): Promise<readonly LinkedAct[]> {
    const { history } = this.#store.collections;
    return this.#store.call("find old acts", async () => {
      const own = { tenant: exactly(tenant) };
      const [beyond] = await history.find(own).sort({ id: -1 }).skip(most).limit(1).toArray();
      const old = [{ at: { $lt: before } }, ...(beyond === undefined ? [] : [{ id: { $lte: beyond.id } }])];
      const found = await history
        .find({ ...own, $or: old })
        .sort({ id: 1 })
        .limit(limit)
        .toArray();
      return found.map(toLinked);
    });
  }

  remove(tenant: string, ids: readonly string[]): Promise<number> {
    const { history } = this.#store.collections;
    const wanted = { _id: { $in: ids.map((id) => documentId(tenant, id)) } };
    return this.#store.call("remove old acts", async () => (await history.deleteMany(wanted)).deletedCount);
  }

  /** One more than asked for, which shows whether another page follows. */
  #find(filter: Filter<ActDocument>, limit: number): Promise<readonly ActDocument[]> {
    const { history } = this.#store.collections;
    return this.#store.call("list acts", () =>
      history
        .find(filter)
        .sort({ id: -1 })
        .limit(limit + 1)
        .toArray(),
    );
  }
}

function toLinked({ _id, links = [], ...act }: ActDocument): LinkedAct {
  return { act: completeAct(act), links };
}

function toFilter(query: HistoryQuery, before: string | null): Filter<ActDocument> {
  const { tenant, app, jobKeys, operation, kind, from, to } = query;
  return {
    tenant: exactly(tenant),
    ...(app !== undefined && { app: exactly(app) }),
    ...(jobKeys !== undefined && { jobKey: { $in: [...jobKeys] } }),
    ...(operation !== undefined && { operation: exactly(operation) }),
    ...(kind !== undefined && { kind: exactly(kind) }),
    ...((from !== undefined || to !== undefined) && {
      at: { ...(from !== undefined && { $gte: from }), ...(to !== undefined && { $lt: to }) },
    }),
    ...(before !== null && { id: { $lt: before } }),
    $and: [...conditionsOf(query)],
  };
}

/** What several fields say, and what earlier versions did not write. */
function* conditionsOf(query: HistoryQuery): Generator<Filter<ActDocument>> {
  const { instanceId, actor, outcome, subject, isWork } = query;
  // There is always one: the server takes no empty list.
  yield {};
  if (instanceId !== undefined)
    yield { $or: [{ instanceId: exactly(instanceId) }, { madeId: exactly(instanceId) }] };
  if (actor !== undefined) yield { $or: [{ "by.id": exactly(actor) }, { "by.name": exactly(actor) }] };
  if (outcome !== undefined) yield outcomeIs(outcome);
  if (subject !== undefined) yield { "subject.type": exactly(subject.type) };
  if (subject?.id !== undefined) yield { "subject.id": exactly(subject.id) };
  if (isWork === true) yield { subject: null, ...outcomeIs(ActOutcome.Done) };
}

/** An act without an outcome is one that was done. */
function outcomeIs(outcome: ActOutcome): Filter<ActDocument> {
  const others = Object.values(ActOutcome).filter((one) => one !== outcome);
  return { outcome: outcome === ActOutcome.Done ? { $nin: others } : exactly(outcome) };
}

/** The id of the last act of the page before. */
function readCursor(cursor: string): string {
  if (/^[\da-f-]{36}$/.test(cursor)) return cursor;
  throw new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot go on at cursor "${cursor}": no list made it`);
}
