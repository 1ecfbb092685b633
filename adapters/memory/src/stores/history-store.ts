import {
  type Act,
  type ActLink,
  type HistoryQuery,
  type IMoHistoryStore,
  type LinkedAct,
  MoJobError,
  MoJobErrorCode,
  type Page,
  type PageRequest,
} from "@mojob/core/ports";
import type { StoreParts } from "./store-parts.ts";

/** Keeps acts, by tenant and id. */
export class HistoryStoreInMemory implements IMoHistoryStore {
  readonly #parts: StoreParts;
  readonly #tenants = new Map<string, Map<string, LinkedAct>>();

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async append(acts: readonly Act[], links: readonly ActLink[] = []): Promise<void> {
    this.#parts.lifetime.assertOpen();
    const byAct = Map.groupBy(links, (link) => link.act);
    for (const given of acts) {
      const ofTenant = this.#tenants.get(given.tenant) ?? new Map<string, LinkedAct>();
      const { act, links: before } = ofTenant.get(given.id) ?? { act: given, links: [] };
      const added = (byAct.get(given.id) ?? []).filter((link) => !before.some((one) => isSame(one, link)));
      this.#tenants.set(given.tenant, ofTenant.set(given.id, { act, links: [...before, ...added] }));
    }
  }

  async known(tenant: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    this.#parts.lifetime.assertOpen();
    return new Set(ids.filter((id) => this.#tenants.get(tenant)?.has(id) === true));
  }

  async list(query: HistoryQuery, page: PageRequest): Promise<Page<Act>> {
    const found = this.#newestFirst(query.tenant).filter(({ act }) => matches(act, query));
    const { items, nextCursor } = pageOf(found, page);
    return { items: items.map(({ act }) => act), nextCursor };
  }

  async listLinked(tenant: string, page: PageRequest): Promise<Page<LinkedAct>> {
    return pageOf(this.#newestFirst(tenant), page);
  }

  async outdated(tenant: string, before: Date, most: number, limit: number): Promise<readonly LinkedAct[]> {
    const old = this.#newestFirst(tenant).filter(({ act }, index) => act.at < before || index >= most);
    return old.toReversed().slice(0, limit);
  }

  async remove(tenant: string, ids: readonly string[]): Promise<number> {
    this.#parts.lifetime.assertOpen();
    return ids.filter((id) => this.#tenants.get(tenant)?.delete(id) === true).length;
  }

  #newestFirst(tenant: string): readonly LinkedAct[] {
    this.#parts.lifetime.assertOpen();
    return [...(this.#tenants.get(tenant)?.values() ?? [])].sort((a, b) => (a.act.id < b.act.id ? 1 : -1));
  }
}

function isSame(one: ActLink, other: ActLink): boolean {
  return one.writer === other.writer && one.n === other.n;
}

function pageOf(found: readonly LinkedAct[], { limit, cursor }: PageRequest): Page<LinkedAct> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const start = after === null ? 0 : found.findIndex(({ act }) => act.id < after);
  const items = start < 0 ? [] : found.slice(start, start + limit);
  const hasMore = start >= 0 && start + limit < found.length;
  return { items, nextCursor: hasMore ? (items.at(-1)?.act.id ?? null) : null };
}

function matches(act: Act, query: HistoryQuery): boolean {
  const { app, jobKeys, instanceId, operation, kind, from, to, actor, outcome, subject, isWork } = query;
  return (
    (app === undefined || act.app === app) &&
    (jobKeys === undefined || jobKeys.includes(act.jobKey)) &&
    (instanceId === undefined || act.instanceId === instanceId || act.madeId === instanceId) &&
    (kind === undefined || act.kind === kind) &&
    (operation === undefined || act.operation === operation) &&
    (from === undefined || act.at >= from) &&
    (to === undefined || act.at < to) &&
    (actor === undefined || act.by?.id === actor || act.by?.name === actor) &&
    (outcome === undefined || act.outcome === outcome) &&
    (subject === undefined || act.subject?.type === subject.type) &&
    (subject?.id === undefined || act.subject?.id === subject.id) &&
    (isWork !== true || (act.subject === null && act.outcome === "done"))
  );
}

/** The id of the last act of the page before. */
function readCursor(cursor: string): string {
  if (/^[\da-f-]{36}$/.test(cursor)) return cursor;
  throw new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot go on at cursor "${cursor}": no list made it`);
}
