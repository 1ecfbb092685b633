import {
  type Act,
  type HistoryQuery,
  type IMoHistoryStore,
  MoJobError,
  MoJobErrorCode,
  type Page,
  type PageRequest,
} from "@mojob/core/ports";
import type { StoreParts } from "./store-parts.ts";

/** Keeps acts, by tenant and id. */
export class HistoryStoreInMemory implements IMoHistoryStore {
  readonly #parts: StoreParts;
  readonly #tenants = new Map<string, Map<string, Act>>();

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async append(acts: readonly Act[]): Promise<void> {
    this.#parts.lifetime.assertOpen();
    for (const act of acts) {
      const kept = this.#tenants.get(act.tenant) ?? new Map<string, Act>();
      if (!kept.has(act.id)) this.#tenants.set(act.tenant, kept.set(act.id, act));
    }
  }

  async list(query: HistoryQuery, { limit, cursor }: PageRequest): Promise<Page<Act>> {
    const found = this.#newestFirst(query.tenant).filter((act) => matches(act, query));
    const start = cursor === undefined ? 0 : found.findIndex(({ id }) => id < readCursor(cursor));
    const items = start < 0 ? [] : found.slice(start, start + limit);
    const hasMore = start >= 0 && start + limit < found.length;
    return { items, nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null };
  }

  async trim(tenant: string, before: Date, most: number): Promise<number> {
    const removed = this.#newestFirst(tenant).filter(({ at }, index) => at < before || index >= most);
    for (const { id } of removed) this.#tenants.get(tenant)?.delete(id);
    return removed.length;
  }

  #newestFirst(tenant: string): readonly Act[] {
    this.#parts.lifetime.assertOpen();
    return [...(this.#tenants.get(tenant)?.values() ?? [])].sort((a, b) => (a.id < b.id ? 1 : -1));
  }
}

function matches(act: Act, { app, jobKeys, instanceId, operation, kind, from }: HistoryQuery): boolean {
  return (
    (app === undefined || act.app === app) &&
    (jobKeys === undefined || jobKeys.includes(act.jobKey)) &&
    (instanceId === undefined || act.instanceId === instanceId || act.madeId === instanceId) &&
    (kind === undefined || act.kind === kind) &&
    (operation === undefined || act.operation === operation) &&
    (from === undefined || act.at >= from)
  );
}

/** The id of the last act of the page before. */
function readCursor(cursor: string): string {
  if (/^[\da-f-]{36}$/.test(cursor)) return cursor;
  throw new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot go on at cursor "${cursor}": no list made it`);
}
