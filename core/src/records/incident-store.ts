import type { Incident } from "../model/incident/incident.ts";
import { defineRecords, type RecordDefinition } from "../model/record/record-definition.ts";
import type { IMoIncidentStore, IncidentQuery } from "../ports/incident-store.ts";
import type { Page, PageRequest } from "../ports/page.ts";
import type { IMoRecordStore } from "../ports/record-store.ts";
import { pageOfRecords } from "./record-page.ts";

const FIELDS = {
  id: "text",
  key: "text",
  number: "number",
  condition: "text",
  state: "text",
  app: "text",
  jobKey: "text",
  assignee: "text",
  openedAt: "time",
  resolvedAt: "time",
  settled: { type: "flag", path: "isSettled" },
} as const;

export const INCIDENTS: RecordDefinition<Incident, keyof typeof FIELDS> = defineRecords({
  name: "incidents",
  key: ({ id }: Incident) => id,
  fields: FIELDS,
  indexes: {
    opened: { openedAt: -1, id: -1 },
    // Those of one key, and the newest of them.
    key: { key: 1, number: -1 },
    settled: { settled: 1, openedAt: 1 },
    resolved: { resolvedAt: 1 },
  },
});

/** Keeps incidents as records. */
export class IncidentStore implements IMoIncidentStore {
  readonly #records: IMoRecordStore<Incident, keyof typeof FIELDS>;

  constructor(records: IMoRecordStore<Incident, keyof typeof FIELDS>) {
    this.#records = records;
  }

  write(incidents: readonly Incident[]): Promise<readonly boolean[]> {
    return this.#records.put(incidents);
  }

  get(tenant: string, ids: readonly string[]): Promise<readonly (Incident | null)[]> {
    return this.#records.get(tenant, ids);
  }

  unsettled(tenant: string, limit: number): Promise<readonly Incident[]> {
    return this.#records.find({ tenant, where: { settled: false }, order: ["openedAt", "id"], limit });
  }

  async latest(tenant: string, keys: readonly string[]): Promise<ReadonlyMap<string, Incident>> {
    const newest = { tenant, order: ["number"], descending: true, limit: 1 } as const;
    const found = await Promise.all(keys.map((key) => this.#records.find({ ...newest, where: { key } })));
    return new Map(found.flat().map((incident) => [incident.key, incident]));
  }

  list(query: IncidentQuery, page: PageRequest): Promise<Page<Incident>> {
    const { tenant, states: state, conditions: condition, app, jobKey, assignee, from } = query;
    const where = { state, condition, app, jobKey, assignee, openedAt: { from } };
    return pageOfRecords(this.#records, { tenant, where, order: ["openedAt", "id"], descending: true }, page);
  }

  trim(tenant: string, before: Date): Promise<number> {
    return this.#records.remove(tenant, { resolvedAt: { before } });
  }
}
