import type { Sql } from "../../file/sql.ts";
import { nextOf } from "./sequences.ts";

/** A job as runs refer to it: by number, because a name in every index entry would double the file. */
export interface JobName {
  readonly n: number;
  readonly tenant: number;
  readonly tenantName: string;
  readonly app: string;
  readonly key: string;
}

/** The numbers that stand for tenants, jobs and workers. Jobs are kept in memory; there are few beside their runs. */
export class Names {
  readonly #sql: Sql;
  #jobs = new Map<number, JobName>();
  #tenants = new Map<string, { readonly n: number; readonly byKey: Map<string, JobName[]> }>();
  #workers = new Map<string, number>();
  #workerNames = new Map<number, string>();

  constructor(sql: Sql) {
    this.#sql = sql;
    this.reload();
  }

  /** Forgets names from a transaction that was rolled back. */
  reload(): void {
    this.#jobs = new Map();
    this.#tenants = new Map();
    this.#workers = new Map();
    this.#workerNames = new Map();
    for (const row of this.#sql.all("SELECT n, tenant, tenant_name, app, key FROM jobs")) {
      const [n, tenant, tenantName, app, key] = row as [number, number, string, string, string];
      this.#add({ n, tenant, tenantName, app, key });
    }
  }

  /** `undefined` for a tenant that never had a run. */
  tenant(name: string): number | undefined {
    return this.#tenants.get(name)?.n;
  }

  job(n: number): JobName {
    return this.#jobs.get(n)!;
  }

  /** A tenant's jobs that ever had a run; of one key or one app where asked. */
  jobs(tenant: string, key?: string, app?: string): readonly JobName[] {
    const byKey = this.#tenants.get(tenant)?.byKey;
    const found = key === undefined ? [...(byKey?.values() ?? [])].flat() : (byKey?.get(key) ?? []);
    return app === undefined ? found : found.filter((job) => job.app === app);
  }

  nameJob(tenantName: string, app: string, key: string): JobName {
    const known = this.#tenants
      .get(tenantName)
      ?.byKey.get(key)
      ?.find((job) => job.app === app);
    if (known !== undefined) return known;
    const tenant = this.tenant(tenantName) ?? nextOf(this.#sql, "tenant");
    const [n] = this.#sql.get(
      "INSERT INTO jobs (tenant, tenant_name, app, key) VALUES (?, ?, ?, ?) RETURNING n",
      tenant,
      tenantName,
      app,
      key,
    ) as [number];
    const job: JobName = { n, tenant, tenantName, app, key };
    this.#add(job);
    return job;
  }

  nameWorker(name: string): number {
    const known = this.#workers.get(name);
    if (known !== undefined) return known;
    const [n] = this.#sql.get(
      "INSERT INTO workers (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING n",
      name,
    ) as [number];
    this.#workers.set(name, n);
    this.#workerNames.set(n, name);
    return n;
  }

  worker(n: number): string {
    let name = this.#workerNames.get(n);
    if (name === undefined) {
      [name] = this.#sql.get("SELECT name FROM workers WHERE n = ?", n) as [string];
      this.#workerNames.set(n, name);
    }
    return name;
  }

  #add(job: JobName): void {
    this.#jobs.set(job.n, job);
    let tenant = this.#tenants.get(job.tenantName);
    if (tenant === undefined) {
      tenant = { n: job.tenant, byKey: new Map() };
      this.#tenants.set(job.tenantName, tenant);
    }
    tenant.byKey.set(job.key, [...(tenant.byKey.get(job.key) ?? []), job]);
  }
}
