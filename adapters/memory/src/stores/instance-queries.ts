import {
  type IMoInstanceQueries,
  type InstanceQuery,
  isPart,
  type JobInstanceSummary,
  type Page,
  type PageRequest,
  parseCreationPosition,
  toCreationPage,
} from "@mojob/core/ports";
import { countInstances, searchInstances } from "../tenant/instance-search.ts";
import { toSummary } from "../tenant/instance-summary.ts";
import { compareByCreation, compareToPosition } from "../rows/instance-row.ts";
import { newestFirst } from "../rows/row-walk.ts";
import { type StoreParts, tenantOf } from "./store-parts.ts";

/** Finds runs by the orders they are kept in. */
export class InstanceQueriesInMemory implements IMoInstanceQueries {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async list(query: InstanceQuery, page: PageRequest): Promise<Page<JobInstanceSummary>> {
    this.#parts.lifetime.assertOpen();
    const before = parseCreationPosition(page.cursor);
    const rows = searchInstances(tenantOf(this.#parts, query.tenant), query, before, page.limit + 1);
    return toCreationPage(rows, page.limit, ({ record }) => toSummary(record));
  }

  async count(query: InstanceQuery, cap: number): Promise<number> {
    this.#parts.lifetime.assertOpen();
    return countInstances(tenantOf(this.#parts, query.tenant), query, cap);
  }

  async abandoned(tenant: string, page: PageRequest): Promise<Page<JobInstanceSummary>> {
    this.#parts.lifetime.assertOpen();
    const after = parseCreationPosition(page.cursor);
    const rows = [...tenantOf(this.#parts, tenant).abandoned]
      .filter((row) => after === null || compareToPosition(row, after) > 0)
      .sort(compareByCreation)
      .slice(0, page.limit + 1);
    return toCreationPage(rows, page.limit, ({ record }) => toSummary(record));
  }

  async latestByJob(
    tenant: string,
    jobKeys: readonly string[],
  ): Promise<ReadonlyMap<string, JobInstanceSummary>> {
    const recent = await this.recentByJob(tenant, jobKeys, 1);
    return new Map([...recent].map(([jobKey, [run]]) => [jobKey, run as JobInstanceSummary]));
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
      const rows = list
        ? newestFirst(list, null)
            .filter(({ record }) => !isPart(record))
            .take(limit)
            .toArray()
        : [];
      if (rows.length > 0)
        recent.set(
          jobKey,
          rows.map(({ record }) => toSummary(record)),
        );
    }
    return recent;
  }
}
