import type { StorageAmount } from "@mojob/core/engine";
import {
  GRAIN_MS,
  type IMoJobScheduleMetadataStore,
  RollupGrain,
  RollupKind,
  type RollupQuery,
} from "@mojob/core/ports";
import { jsonBytes } from "./measure-job.ts";
import type { TenantRecord } from "./storage-records.ts";

/** Acts are sampled among the newest, and the sums of so many hours and days between now and the oldest. */
const ACTS = 200;
const TIMES = 8;
/** Of an hour or a day more sums are not counted, and of those the length of so many is measured. */
const MOST_SUMS = 5000;
const SUMS_READ = 200;

interface Parts {
  readonly tenant: string;
  readonly store: Stores;
  readonly now: Date;
}

type Stores = Pick<IMoJobScheduleMetadataStore, "history" | "rollups">;

/** Measures what a tenant keeps that belongs to no job. */
export async function measureTenant(
  parts: Parts,
): Promise<Pick<TenantRecord, "history" | "reports" | "measuredAt">> {
  return {
    history: await measureHistory(parts),
    reports: await measureReports(parts),
    measuredAt: parts.now,
  };
}

async function measureHistory({ tenant, store }: Parts): Promise<StorageAmount> {
  const items = await store.history.count(tenant);
  const { items: acts } = await store.history.list({ tenant }, { limit: ACTS });
  return { items, bytes: scaled(acts, items) };
}

/** By some hours and days between the oldest sums and now. */
async function measureReports({ tenant, store, now }: Parts): Promise<StorageAmount> {
  let [items, bytes] = [0, 0];
  for (const grain of Object.values(RollupGrain)) {
    const of = { tenant, grain, before: new Date(now.getTime() + GRAIN_MS[grain]) };
    const [oldest] = await store.rollups.list({
      ...of,
      kind: RollupKind.Tenant,
      from: new Date(0),
      limit: 1,
    });
    if (oldest === undefined) continue;
    const buckets = Math.floor((now.getTime() - oldest.at.getTime()) / GRAIN_MS[grain]) + 1;
    const sampled = Math.min(TIMES, buckets);
    for (let time = 0; time < sampled; time += 1) {
      const bucket = Math.floor((time * buckets) / sampled);
      const from = new Date(oldest.at.getTime() + bucket * GRAIN_MS[grain]);
      const sums = await measureSums(store, {
        ...of,
        from,
        before: new Date(from.getTime() + GRAIN_MS[grain]),
      });
      items += (sums.items * buckets) / sampled;
      bytes += (sums.bytes * buckets) / sampled;
    }
  }
  return { items: Math.round(items), bytes: Math.round(bytes) };
}

/** Of one hour or day. */
async function measureSums(
  store: Stores,
  query: Omit<RollupQuery, "kind" | "limit">,
): Promise<StorageAmount> {
  let [items, bytes] = [0, 0];
  for (const kind of Object.values(RollupKind)) {
    const rows = await store.rollups.list({ ...query, kind, limit: MOST_SUMS });
    items += rows.length;
    bytes += scaled(rows.slice(0, SUMS_READ), rows.length);
  }
  return { items, bytes };
}

/** The bytes of so many where these are some of them. */
function scaled(some: readonly unknown[], all: number): number {
  if (some.length === 0) return 0;
  return Math.round((some.reduce<number>((sum, one) => sum + jsonBytes(one), 0) * all) / some.length);
}
