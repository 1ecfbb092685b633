import {
  encodeCursor,
  type IMoIncidentStore,
  type Incident,
  type IncidentQuery,
  type Page,
  type PageRequest,
  parseCursor,
} from "@mojob/core/ports";
import type { Filter } from "mongodb";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { isDuplicateKey } from "../connection/store-error.ts";
import { documentId } from "../documents/instance-document.ts";
import type { IncidentDocument } from "../documents/mongodb-documents.ts";
import { exactly, through } from "../documents/typed-filter.ts";

/** Keeps incidents, one document each; the id in `_id` and the revision make a second writer lose. */
export class IncidentStoreMongodb implements IMoIncidentStore {
  readonly #store: StoreHandle;

  constructor(store: StoreHandle) {
    this.#store = store;
  }

  write(incidents: readonly Incident[]): Promise<readonly boolean[]> {
    return Promise.all(incidents.map((incident) => this.#write(incident)));
  }

  async get(tenant: string, ids: readonly string[]): Promise<readonly (Incident | null)[]> {
    const found = await this.#find({ _id: { $in: ids.map((id) => documentId(tenant, id)) } }, {}, ids.length);
    const byId = new Map(found.map((incident) => [incident.id, incident]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  unsettled(tenant: string, limit: number): Promise<readonly Incident[]> {
    return this.#find({ tenant: exactly(tenant), isSettled: false }, { openedAt: 1, id: 1 }, limit);
  }

  async latest(tenant: string, keys: readonly string[]): Promise<ReadonlyMap<string, Incident>> {
    const { incidents } = this.#store.collections;
    const found = await Promise.all(
      keys.map((key) =>
        this.#store.call("find the latest incident", () =>
          incidents.findOne({ tenant: exactly(tenant), key: exactly(key) }, { sort: { number: -1 } }),
        ),
      ),
    );
    return new Map(
      found.flatMap((document) => (document === null ? [] : [[document.key, toIncident(document)]])),
    );
  }

  async list(query: IncidentQuery, { limit, cursor }: PageRequest): Promise<Page<Incident>> {
    const after = cursor === undefined ? null : parseCursor(cursor, ["number", "string"]);
    // One more than asked for shows whether another page follows.
    const found = await this.#find(toFilter(query, after), { openedAt: -1, id: -1 }, limit + 1);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return { items, nextCursor: hasMore ? encodeCursor([last.openedAt.getTime(), last.id]) : null };
  }

  trim(tenant: string, before: Date): Promise<number> {
    const { incidents } = this.#store.collections;
    return this.#store.call("remove old incidents", async () => {
      const old = { tenant: exactly(tenant), resolvedAt: { $lt: before } };
      return (await incidents.deleteMany(old)).deletedCount;
    });
  }

  #write(incident: Incident): Promise<boolean> {
    const { incidents } = this.#store.collections;
    const _id = documentId(incident.tenant, incident.id);
    return this.#store.call("write an incident", async () => {
      if (incident.revision > 1)
        return (
          (await incidents.replaceOne({ _id, revision: incident.revision - 1 }, incident)).matchedCount === 1
        );
      try {
        await incidents.insertOne({ _id, ...incident });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    });
  }

  #find(
    filter: Filter<IncidentDocument>,
    sort: Readonly<Record<string, 1 | -1>>,
    limit: number,
  ): Promise<readonly Incident[]> {
    const { incidents } = this.#store.collections;
    return this.#store.call("read incidents", async () =>
      (await incidents.find(filter).sort(sort).limit(limit).toArray()).map(toIncident),
    );
  }
}

function toIncident({ _id, ...incident }: IncidentDocument): Incident {
  return incident;
}

function toFilter(query: IncidentQuery, after: readonly [number, string] | null): Filter<IncidentDocument> {
  const { tenant, states, conditions, app, jobKey, assignee, from } = query;
  const at = after === null ? null : new Date(after[0]);
  const openedAt = {
    // Not `$gte`: SecantusDB loses what is equal to the last value of a range, and this order is descending.
    ...(from !== undefined && { $gt: new Date(from.getTime() - 1) }),
    ...(at !== null && { $lte: at }),
  };
  return through<IncidentDocument>(
    { tenant: exactly(tenant), ...(Object.keys(openedAt).length > 0 && { openedAt }) },
    {
      ...(states !== undefined && { state: { $in: [...states] } }),
      ...(conditions !== undefined && { condition: { $in: [...conditions] } }),
      ...(app !== undefined && { app: exactly(app) }),
      ...(jobKey !== undefined && { jobKey: exactly(jobKey) }),
      ...(assignee !== undefined && { assignee: exactly(assignee) }),
      ...(at !== null && { $or: [{ openedAt: { $lt: at } }, { id: { $lt: after?.[1] ?? "" } }] }),
    },
  );
}
