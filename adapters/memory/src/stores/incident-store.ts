import {
  encodeCursor,
  type IMoIncidentStore,
  type Incident,
  type IncidentQuery,
  type Page,
  type PageRequest,
  parseCursor,
} from "@mojob/core/ports";
import type { StoreParts } from "./store-parts.ts";

/** Keeps incidents, by tenant and id. */
export class IncidentStoreInMemory implements IMoIncidentStore {
  readonly #parts: StoreParts;
  readonly #tenants = new Map<string, Map<string, Incident>>();

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async write(incidents: readonly Incident[]): Promise<readonly boolean[]> {
    this.#parts.lifetime.assertOpen();
    return incidents.map((incident) => {
      const kept = this.#tenants.get(incident.tenant) ?? new Map<string, Incident>();
      const stored = kept.get(incident.id)?.revision ?? 0;
      if (stored !== incident.revision - 1) return false;
      this.#tenants.set(incident.tenant, kept.set(incident.id, incident));
      return true;
    });
  }

  async get(tenant: string, ids: readonly string[]): Promise<readonly (Incident | null)[]> {
    const kept = this.#of(tenant);
    return ids.map((id) => kept.get(id) ?? null);
  }

  async unsettled(tenant: string, limit: number): Promise<readonly Incident[]> {
    return [...this.#of(tenant).values()]
      .filter(({ isSettled }) => !isSettled)
      .sort((a, b) => -newestFirst(a, b))
      .slice(0, limit);
  }

  async latest(tenant: string, keys: readonly string[]): Promise<ReadonlyMap<string, Incident>> {
    const wanted = new Set(keys);
    const found = new Map<string, Incident>();
    for (const incident of this.#of(tenant).values()) {
      if (!wanted.has(incident.key)) continue;
      const best = found.get(incident.key);
      if (best === undefined || incident.number > best.number) found.set(incident.key, incident);
    }
    return found;
  }

  async list(query: IncidentQuery, { limit, cursor }: PageRequest): Promise<Page<Incident>> {
    const after = cursor === undefined ? null : parseCursor(cursor, ["number", "string"]);
    const found = [...this.#of(query.tenant).values()]
      .filter((incident) => matches(incident, query))
      .sort(newestFirst);
    const rest = after === null ? found : found.filter((incident) => isAfter(incident, after));
    const items = rest.slice(0, limit);
    const last = items.at(-1);
    const hasMore = rest.length > limit && last !== undefined;
    return { items, nextCursor: hasMore ? encodeCursor([last.openedAt.getTime(), last.id]) : null };
  }

  async trim(tenant: string, before: Date): Promise<number> {
    const kept = this.#of(tenant);
    const old = [...kept.values()].filter(({ resolvedAt }) => resolvedAt !== null && resolvedAt < before);
    for (const { id } of old) kept.delete(id);
    return old.length;
  }

  #of(tenant: string): Map<string, Incident> {
    this.#parts.lifetime.assertOpen();
    return this.#tenants.get(tenant) ?? new Map<string, Incident>();
  }
}

function newestFirst(a: Incident, b: Incident): number {
  return b.openedAt.getTime() - a.openedAt.getTime() || (a.id < b.id ? 1 : -1);
}

function isAfter({ openedAt, id }: Incident, [ms, last]: readonly [number, string]): boolean {
  return openedAt.getTime() < ms || (openedAt.getTime() === ms && id < last);
}

function matches(incident: Incident, query: IncidentQuery): boolean {
  const { states, conditions, app, jobKey, assignee, from } = query;
  return (
    (states === undefined || states.includes(incident.state)) &&
    (conditions === undefined || conditions.includes(incident.condition)) &&
    (app === undefined || incident.app === app) &&
    (jobKey === undefined || incident.jobKey === jobKey) &&
    (assignee === undefined || incident.assignee === assignee) &&
    (from === undefined || incident.openedAt >= from)
  );
}
