import {
  type IMoInstanceQueries,
  type InstanceQuery,
  type JobInstanceSummary,
  type Page,
  type PageRequest,
  parseCreationPosition,
  toCreationPage,
} from "@mojob/core/ports";
import type { FoundRuns } from "../engine/search/run-search.ts";
import type { Database } from "../link/database.ts";
import { type RunPosition, toRunQuery } from "../rows/run-query.ts";

/** Finds runs in a SQLite file. */
export class InstanceQueriesSqlite implements IMoInstanceQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(query: InstanceQuery, page: PageRequest): Promise<Page<JobInstanceSummary>> {
    const rows: JobInstanceSummary[] = [];
    const asked = toRunQuery(query);
    for (let before = parseCreationPosition(page.cursor), isMore = true; isMore;) {
      const [after, most] = [before, page.limit + 1 - rows.length];
      const found = await this.#database.read((file) => file.runReads.list(asked, after, most));
      rows.push(...found.rows);
      before = found.next;
      isMore = before !== null && rows.length <= page.limit;
    }
    return toCreationPage(rows, page.limit, (run) => run);
  }

  async count(query: InstanceQuery, cap: number): Promise<number> {
    const asked = toRunQuery(query);
    if (asked.texts === undefined) return this.#database.read((file) => file.search.count(asked, cap));
    let counted = 0;
    for (let before: RunPosition | null = null, isMore = true; isMore;) {
      const [after, most]: [RunPosition | null, number] = [before, cap - counted];
      const found: FoundRuns = await this.#database.read((file) => file.search.find(asked, after, most));
      counted += found.runs.length;
      before = found.next;
      isMore = before !== null && counted < cap;
    }
    return counted;
  }

  async abandoned(tenant: string, page: PageRequest): Promise<Page<JobInstanceSummary>> {
    const after = parseCreationPosition(page.cursor);
    const rows = await this.#database.read((file) => file.runReads.abandoned(tenant, after, page.limit + 1));
    return toCreationPage(rows, page.limit, (run) => run);
  }

  async latestByJob(
    tenant: string,
    jobKeys: readonly string[],
  ): Promise<ReadonlyMap<string, JobInstanceSummary>> {
    const recent = await this.recentByJob(tenant, jobKeys, 1);
    return new Map([...recent].flatMap(([jobKey, [run]]) => (run === undefined ? [] : [[jobKey, run]])));
  }

  async recentByJob(
    tenant: string,
    jobKeys: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly JobInstanceSummary[]>> {
    const keys = [...new Set(jobKeys)];
    const rows = await this.#database.read((file) => file.runReads.recentByJob(tenant, keys, limit));
    const recent = keys.map((jobKey, index) => [jobKey, rows[index] ?? []] as const);
    return new Map(recent.filter(([, runs]) => runs.length > 0));
  }
}
