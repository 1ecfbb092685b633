import { invalidInput, issueAt, type StorageAmount } from "@mojob/core/engine";
import {
  type PerRequester,
  type Requester,
  resolveTenantRetention,
  type ServiceParts,
  type StorageQuery,
  type StorageService,
  type StorageView,
} from "@mojob/core/feature";
import type { IMoRecordStore } from "@mojob/core/ports";
import {
  JOB_STORAGE,
  type JobField,
  type JobRecord,
  measuredJobs,
  TENANT_STORAGE,
  TENANT_STORAGE_KEY,
  type TenantField,
  type TenantRecord,
} from "./storage-records.ts";

const MOST_JOBS = 200;
const USUAL_JOBS = 50;

export type StorageOptions = Pick<ServiceParts, "tenant" | "store" | "cache" | "settings">;

/** Shows what was measured last. */
export class Storage implements PerRequester<StorageService> {
  readonly #options: StorageOptions;
  readonly #jobs: IMoRecordStore<JobRecord, JobField>;
  readonly #tenants: IMoRecordStore<TenantRecord, TenantField>;

  constructor(options: StorageOptions) {
    this.#options = options;
    this.#jobs = options.store.records(JOB_STORAGE);
    this.#tenants = options.store.records(TENANT_STORAGE);
  }

  async read(requester: Requester, { app, limit = USUAL_JOBS }: StorageQuery = {}): Promise<StorageView> {
    const { tenant, cache, settings } = this.#options;
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST_JOBS)
      throw invalidInput("show what is kept", [
        issueAt("/limit", "out_of_range", { min: 1, max: MOST_JOBS }),
      ]);
    const sees = (of: string): boolean => requester.apps.has(of) && (app === undefined || of === app);
    const known = new Map((await cache.getAll()).map((job) => [job.key, job.app]));
    const jobs: JobRecord[] = [];
    for await (const page of measuredJobs(this.#jobs, tenant))
      jobs.push(...page.filter((job) => known.get(job.key) === job.app && sees(job.app)));
    const whole = requester.apps.isAll && app === undefined ? await this.#whole() : null;
    const times = [...jobs, ...(whole === null ? [] : [whole])].map(({ measuredAt }) => measuredAt.getTime());
    return {
      runs: sumOf(jobs, ({ runs }) => runs),
      logs: sumOf(jobs, ({ logs }) => logs),
      files: sumOf(jobs, ({ files }) => files),
      history: whole?.history ?? null,
      reports: whole?.reports ?? null,
      retention: resolveTenantRetention((await settings.read()).retention),
      jobs: jobs
        .toSorted((a, b) => bytesOf(b) - bytesOf(a) || (a.key < b.key ? -1 : 1))
        .slice(0, limit)
        .map(({ tenant: _tenant, revision: _revision, ...job }) => job),
      unmeasured: [...known.values()].filter(sees).length - jobs.length,
      measuredAt: times.length === 0 ? null : new Date(Math.min(...times)),
    };
  }

  async #whole(): Promise<TenantRecord | null> {
    const [whole = null] = await this.#tenants.get(this.#options.tenant, [TENANT_STORAGE_KEY]);
    return whole;
  }
}

function bytesOf({ runs, logs, files }: JobRecord): number {
  return runs.bytes + logs.bytes + files.bytes;
}

function sumOf(jobs: readonly JobRecord[], of: (job: JobRecord) => StorageAmount): StorageAmount {
  return {
    items: jobs.reduce((sum, job) => sum + of(job).items, 0),
    bytes: jobs.reduce((sum, job) => sum + of(job).bytes, 0),
  };
}
