import {
  type IMoInstanceQueries,
  type InstanceQuery,
  type JobInstanceSummary,
  type Page,
  type PageRequest,
  parseCreationPosition,
  toCreationPage,
} from "@mojob/core/ports";
import { SUMMARY_PROJECTION, type SummaryDocument, toSummary } from "../documents/instance-document.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { abandonedRuns } from "../documents/abandoned-filter.ts";
import { listedAfter, matchingInstances } from "../documents/typed-filter.ts";

/** Finds runs for people. */
export class InstanceQueriesMongodb implements IMoInstanceQueries {
  readonly #store: StoreHandle;

  constructor(store: StoreHandle) {
    this.#store = store;
  }

  list(query: InstanceQuery, page: PageRequest): Promise<Page<JobInstanceSummary>> {
    return this.#store.call("list runs", async () => {
      const position = parseCreationPosition(page.cursor);
      const found = await this.#store.collections.instances
        .find(listedAfter(query, position))
        .project<SummaryDocument>(SUMMARY_PROJECTION)
        .sort({ createdAt: -1, id: -1 })
        .limit(page.limit + 1)
        .toArray();
      return toCreationPage(found, page.limit, toSummary);
    });
  }

  count(query: InstanceQuery, cap: number): Promise<number> {
    return this.#store.call("count runs", () =>
      this.#store.collections.instances.countDocuments(matchingInstances(query), { limit: cap }),
    );
  }

  abandoned(tenant: string, page: PageRequest): Promise<Page<JobInstanceSummary>> {
    return this.#store.call("find runs with abandoned code", async () => {
      const position = parseCreationPosition(page.cursor);
      const found = await this.#store.collections.instances
        .find(abandonedRuns(tenant, position))
        .project<SummaryDocument>(SUMMARY_PROJECTION)
        .sort({ createdAt: 1, id: 1 })
        .limit(page.limit + 1)
        .toArray();
      return toCreationPage(found, page.limit, toSummary);
    });
  }

  async latestByJob(
    tenant: string,
    jobKeys: readonly string[],
  ): Promise<ReadonlyMap<string, JobInstanceSummary>> {
    const newest = await this.recentByJob(tenant, jobKeys, 1);
    return new Map([...newest].map(([jobKey, [run]]) => [jobKey, run as JobInstanceSummary]));
  }

  recentByJob(
    tenant: string,
    jobKeys: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly JobInstanceSummary[]>> {
    return this.#store.call("read the latest runs", async () => {
      // One pipeline over all jobs would sort all their runs: a query per job reads what it returns and no more.
      const recent = await Promise.all(
        [...new Set(jobKeys)].map(async (jobKey) => {
          const documents = await this.#store.collections.instances
            .find(matchingInstances({ tenant, jobKey, parts: false }))
            .project<SummaryDocument>(SUMMARY_PROJECTION)
            .sort({ createdAt: -1, id: -1 })
            .limit(limit)
            .toArray();
          return [jobKey, documents.map(toSummary)] as const;
        }),
      );
      return new Map(recent.filter(([, runs]) => runs.length > 0));
    });
  }
}
