import { type InstanceQuery, isPart, meetsSearch } from "@mojob/core/ports";
import {
  compareByCreation,
  compareToPosition,
  type InstanceRow,
  type RowPosition,
  stateIndex,
} from "../rows/instance-row.ts";
import type { JobRows } from "./job-rows.ts";
import type { RowList } from "../rows/row-list.ts";
import { newestFirst } from "../rows/row-walk.ts";
import type { TenantInstances } from "./tenant-instances.ts";

/** Rows looked at by creation before the ids are asked: where many match, a page is full long before. */
const WALK_BUDGET = 2000;

/** The newest `limit` rows a query matches, newest first, from the one before `before`. */
export function searchInstances(
  tenant: TenantInstances,
  query: InstanceQuery,
  before: RowPosition | null,
  limit: number,
): InstanceRow[] {
  const list = listFor(tenant, query);
  if (!list) return [];
  const start = earlier(before, query.to ? { at: query.to.getTime(), id: "" } : null);
  const fromMs = query.from?.getTime() ?? -Infinity;
  const found: InstanceRow[] = [];
  let looked = 0;
  for (const row of newestFirst(list, start, query.states)) {
    if (row.createdMs < fromMs) return found;
    if (matches(row, query)) {
      found.push(row);
      if (found.length === limit) return found;
    }
    looked += 1;
    if (looked === WALK_BUDGET && query.search !== undefined) return searchById(tenant, query, start, limit);
  }
  return found;
}

/** How many rows a query matches, at most `cap`; a query of app, job and states alone reads counters. */
export function countInstances(tenant: TenantInstances, query: InstanceQuery, cap: number): number {
  const list = listFor(tenant, query);
  if (!list) return 0;
  const counted =
    query.from === undefined &&
    query.to === undefined &&
    query.search === undefined &&
    query.id === undefined &&
    query.error === undefined &&
    query.args === undefined &&
    query.worker === undefined &&
    query.reason === undefined &&
    query.parts !== false &&
    (query.app === undefined || query.jobKey === undefined || tenant.jobs.get(query.jobKey)?.apps.size === 1);
  if (!counted) return searchInstances(tenant, query, null, cap).length;
  const states = query.states ? [...new Set(query.states)].map(stateIndex) : [...list.counts.keys()];
  return Math.min(
    cap,
    states.reduce((sum, state) => sum + (list.counts[state] ?? 0), 0),
  );
}

/** The narrowest list that holds every match; `null` when there can be none. */
function listFor(tenant: TenantInstances, { app, jobKey }: InstanceQuery): RowList | null {
  if (jobKey !== undefined) {
    const job = tenant.jobs.get(jobKey);
    return job && (app === undefined || job.apps.has(app)) ? job.byCreation : null;
  }
  return (app === undefined ? tenant.all : tenant.apps.get(app))?.byCreation ?? null;
}

/** Takes as long as there are ids with the prefix, however many others there are. */
function searchById(
  tenant: TenantInstances,
  query: InstanceQuery,
  before: RowPosition | null,
  limit: number,
): InstanceRow[] {
  const prefix = query.search ?? "";
  const fromMs = query.from?.getTime() ?? -Infinity;
  const newest = new NewestRows(limit);
  for (const job of jobsFor(tenant, query)) {
    for (const row of withPrefix(job.byId, prefix)) {
      if (row.createdMs < fromMs || (before && compareToPosition(row, before) >= 0)) continue;
      if (matches(row, query)) newest.offer(row);
    }
  }
  return newest.take();
}

function jobsFor(tenant: TenantInstances, { jobKey }: InstanceQuery): Iterable<JobRows> {
  if (jobKey === undefined) return tenant.jobs.values();
  const job = tenant.jobs.get(jobKey);
  return job ? [job] : [];
}

function* withPrefix(list: RowList, prefix: string): Generator<InstanceRow> {
  // Most of many jobs have no such id: their first and last ids show it.
  const first = list.first()?.record.id ?? "";
  if ((list.last()?.record.id ?? "") < prefix || (first > prefix && !first.startsWith(prefix))) return;
  const start = list.seek((row) => row.record.id < prefix);
  for (let at = start.block; at < list.blocks.length; at += 1) {
    const { rows } = list.blocks[at]!;
    for (let index = at === start.block ? start.index : 0; index < rows.length; index += 1) {
      const row = rows[index]!;
      if (!row.record.id.startsWith(prefix)) return;
      yield row;
    }
  }
}

function matches({ record }: InstanceRow, query: InstanceQuery): boolean {
  const { app, states, reason, search } = query;
  return (
    (app === undefined || record.app === app) &&
    (states === undefined || states.includes(record.state)) &&
    (query.parts !== false || !isPart(record)) &&
    (reason === undefined || record.reason?.code === reason) &&
    (search === undefined || record.id.startsWith(search)) &&
    meetsSearch(record, query)
  );
}

function earlier(a: RowPosition | null, b: RowPosition | null): RowPosition | null {
  if (!a || !b) return a ?? b;
  if (a.at !== b.at) return a.at < b.at ? a : b;
  return a.id < b.id ? a : b;
}

/** Keeps the newest of the rows it is offered. */
class NewestRows {
  readonly #limit: number;
  #rows: InstanceRow[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(row: InstanceRow): void {
    this.#rows.push(row);
    if (this.#rows.length >= 2 * this.#limit + 1000) this.#rows = this.take();
  }

  take(): InstanceRow[] {
    return this.#rows.sort((a, b) => compareByCreation(b, a)).slice(0, this.#limit);
  }
}
