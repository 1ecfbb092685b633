import {
  encodeCursor,
  type IMoIncidentStore,
  type Incident,
  type IncidentQuery,
  type Page,
  type PageRequest,
  parseCursor,
} from "@mojob/core/ports";
import type { Database } from "../link/database.ts";
import { toIncident, toIncidentQueryRow, toIncidentRow } from "../rows/incident-row.ts";

/** Keeps incidents in a SQLite file. */
export class IncidentStoreSqlite implements IMoIncidentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async write(incidents: readonly Incident[]): Promise<readonly boolean[]> {
    if (incidents.length === 0) return [];
    return this.#database.write((file) => file.incidents.write(incidents.map(toIncidentRow)));
  }

  async get(tenant: string, ids: readonly string[]): Promise<readonly (Incident | null)[]> {
    const records = await this.#database.read((file) => file.incidents.get(tenant, ids));
    return ids.map((id) => {
      const record = records.get(id);
      return record === undefined ? null : toIncident(record);
    });
  }

  async unsettled(tenant: string, limit: number): Promise<readonly Incident[]> {
    const records = await this.#database.read((file) => file.incidents.unsettled(tenant, limit));
    return records.map(toIncident);
  }

  async latest(tenant: string, keys: readonly string[]): Promise<ReadonlyMap<string, Incident>> {
    const records = await this.#database.read((file) => file.incidents.latest(tenant, keys));
    return new Map([...records].map(([key, record]) => [key, toIncident(record)]));
  }

  async list(query: IncidentQuery, { limit, cursor }: PageRequest): Promise<Page<Incident>> {
    const after = cursor === undefined ? null : parseCursor(cursor, ["number", "string"]);
    // One more than asked for shows whether another page follows.
    const records = await this.#database.read((file) =>
      file.incidents.list(toIncidentQueryRow(query), after, limit + 1),
    );
    const items = records.slice(0, limit).map(toIncident);
    const last = items.at(-1);
    const hasMore = records.length > limit && last !== undefined;
    return { items, nextCursor: hasMore ? encodeCursor([last.openedAt.getTime(), last.id]) : null };
  }

  trim(tenant: string, before: Date): Promise<number> {
    return this.#database.write((file) => file.incidents.trim(tenant, before.getTime()));
  }
}
