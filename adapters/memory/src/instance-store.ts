import {
  type Admission,
  type AdmissionAnswer,
  type CompletionMinute,
  encodeCursor,
  type IMoInstanceStore,
  type InstanceChange,
  type InstanceQuery,
  JOB_STATES,
  type JobInstance,
  type JobInstanceSummary,
  type JobState,
  type OpenInstanceQuery,
  type Page,
  type PageRequest,
  parseCursor,
  type RetentionSweep,
} from "@mojob/core";
import { expiredRows } from "./expired-rows.ts";
import type { InstanceRow, RowPosition } from "./instance-row.ts";
import { countInstances, searchInstances } from "./instance-search.ts";
import { toSummary } from "./instance-summary.ts";
import { newestFirst, oldestFirst } from "./row-walk.ts";
import { type StoreParts, tenantOf } from "./store-parts.ts";

/** Keeps runs in memory; every write is one synchronous step, so no two can overlap. */
export class InstanceStoreInMemory implements IMoInstanceStore {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async insert(instances: readonly JobInstance[]): Promise<readonly (JobInstance | null)[]> {
    this.#parts.lifetime.assertOpen();
    return instances.map((instance) => {
      const standing = tenantOf(this.#parts, instance.tenant).insert(instance);
      if (standing === null) this.#tell(instance);
      return standing;
    });
  }

  async admit(admissions: readonly Admission[]): Promise<readonly AdmissionAnswer[]> {
    this.#parts.lifetime.assertOpen();
    return admissions.map((admission) => {
      const answer = tenantOf(this.#parts, admission.change.tenant).admit(admission);
      if (answer.outcome === "admitted") this.#tell(answer.instance);
      return answer;
    });
  }

  async update(changes: readonly InstanceChange[]): Promise<readonly boolean[]> {
    this.#parts.lifetime.assertOpen();
    return changes.map((change) => {
      const written = tenantOf(this.#parts, change.tenant).update(change);
      if (written === null) return false;
      this.#tell(written);
      if (change.set.cancelRequestedAt && written.state === "Processing") this.#tellCancel(written);
      return true;
    });
  }

  async get(tenant: string, ids: readonly string[]): Promise<readonly (JobInstance | null)[]> {
    this.#parts.lifetime.assertOpen();
    const { rows } = tenantOf(this.#parts, tenant);
    return ids.map((id) => rows.get(id)?.record ?? null);
  }

  async list(query: InstanceQuery, page: PageRequest): Promise<Page<JobInstanceSummary>> {
    this.#parts.lifetime.assertOpen();
    const before = parsePosition(page.cursor);
    const rows = searchInstances(tenantOf(this.#parts, query.tenant), query, before, page.limit + 1);
    return toPage(rows, page.limit, toSummary);
  }

  async count(query: InstanceQuery, cap: number): Promise<number> {
    this.#parts.lifetime.assertOpen();
    return countInstances(tenantOf(this.#parts, query.tenant), query, cap);
  }

  async countByState(tenant: string, app?: string): Promise<Readonly<Record<JobState, number>>> {
    this.#parts.lifetime.assertOpen();
    const { all, apps } = tenantOf(this.#parts, tenant);
    const counts = (app === undefined ? all : apps.get(app))?.byCreation.counts;
    const entries = JOB_STATES.map((state, index) => [state, counts?.[index] ?? 0]);
    return Object.fromEntries(entries) as Record<JobState, number>;
  }

  async completions(tenant: string, since: Date, app?: string): Promise<readonly CompletionMinute[]> {
    this.#parts.lifetime.assertOpen();
    const { all, apps } = tenantOf(this.#parts, tenant);
    return (app === undefined ? all : apps.get(app))?.completions.since(since) ?? [];
  }

  async findOpen(query: OpenInstanceQuery, page: PageRequest): Promise<Page<JobInstance>> {
    this.#parts.lifetime.assertOpen();
    const { all, apps } = tenantOf(this.#parts, query.tenant);
    const list = (query.app === undefined ? all : apps.get(query.app))?.byCreation;
    const found: InstanceRow[] = [];
    for (const row of list ? oldestFirst(list, parsePosition(page.cursor), query.states) : []) {
      if (row.record.updatedAt > query.unmovedSince) continue;
      found.push(row);
      if (found.length > page.limit) break;
    }
    return toPage(found, page.limit, (record) => record);
  }

  async findCancelRequested(tenant: string, ids: readonly string[]): Promise<readonly string[]> {
    this.#parts.lifetime.assertOpen();
    const { rows } = tenantOf(this.#parts, tenant);
    return ids.filter((id) => (rows.get(id)?.record.cancelRequestedAt ?? null) !== null);
  }

  async latestByJob(
    tenant: string,
    jobKeys: readonly string[],
  ): Promise<ReadonlyMap<string, JobInstanceSummary>> {
    this.#parts.lifetime.assertOpen();
    const { jobs } = tenantOf(this.#parts, tenant);
    const latest = new Map<string, JobInstanceSummary>();
    for (const jobKey of jobKeys) {
      const row = jobs.get(jobKey)?.byCreation.last();
      if (row) latest.set(jobKey, toSummary(row.record));
    }
    return latest;
  }

  async recentByJob(
    tenant: string,
    jobKeys: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly JobInstanceSummary[]>> {
    this.#parts.lifetime.assertOpen();
    const { jobs } = tenantOf(this.#parts, tenant);
    const recent = new Map<string, readonly JobInstanceSummary[]>();
    for (const jobKey of jobKeys) {
      const list = jobs.get(jobKey)?.byCreation;
      const rows = list ? newestFirst(list, null).take(limit).toArray() : [];
      if (rows.length > 0)
        recent.set(
          jobKey,
          rows.map(({ record }) => toSummary(record)),
        );
    }
    return recent;
  }

  async sweep(retention: RetentionSweep): Promise<number> {
    this.#parts.lifetime.assertOpen();
    const tenant = tenantOf(this.#parts, retention.tenant);
    const job = tenant.jobs.get(retention.jobKey);
    const expired = job ? expiredRows(job.byCreation, retention) : [];
    for (const row of expired) tenant.remove(row);
    return expired.length;
  }

  #tell(instance: JobInstance): void {
    this.#parts.watchers.tell(instance.tenant, instance.app, "instance", () => ({
      topic: "instance",
      instance: toSummary(instance),
    }));
  }

  #tellCancel({ tenant, app, id, jobKey }: JobInstance): void {
    this.#parts.watchers.tell(tenant, app, "cancel", () => ({ topic: "cancel", id, jobKey }));
  }
}

function parsePosition(cursor: string | undefined): RowPosition | null {
  if (cursor === undefined) return null;
  const [at, id] = parseCursor(cursor, ["number", "string"]);
  return { at, id };
}

/** Of one row more than fit, the page and whether another follows. */
function toPage<Item>(
  rows: readonly InstanceRow[],
  limit: number,
  toItem: (record: JobInstance) => Item,
): Page<Item> {
  const items = rows.slice(0, limit);
  const last = items.at(-1)?.record;
  return {
    items: items.map(({ record }) => toItem(record)),
    nextCursor: last && rows.length > limit ? encodeCursor([last.createdAt.getTime(), last.id]) : null,
  };
}
