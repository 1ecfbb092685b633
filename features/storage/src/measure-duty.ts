import { type Duty, type Engine, LoopTurns } from "@mojob/core/engine";
import type { DutyPass } from "@mojob/core/feature";
import type { JobDefinition } from "@mojob/core";
import type { IMoRecordStore } from "@mojob/core/ports";
import { measureJob } from "./measure-job.ts";
import { measureTenant } from "./measure-tenant.ts";
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

/** The time between rounds. */
export const MEASURED_EVERY_MS: number = 60 * 60 * 1000;
/** The time from the first round to the second: a new deployment grows fast. Each is twice as long as the one before. */
const SECOND_ROUND_IN_MS = 60 * 1000;
/** Pause after a pass that has nothing to measure. */
const IDLE_MS = 60_000;
/** Pause after a pass that left something. */
const NEXT_PASS_MS = 2000;
/** How long one pass may take, in turns of the event loop: other calls of the store hardly wait for it. */
const LONGEST_PASS_MS = 100;

export type MeasureOptions = Pick<Engine, "tenant" | "store" | "cache" | "clock">;

/** Measures one job after the other, and what belongs to none; several processes share the work by what the others have written. */
export class MeasureDuty implements Duty {
  readonly name = "measure-storage";
  readonly everyMs: number = NEXT_PASS_MS;
  readonly #options: MeasureOptions;
  readonly #jobs: IMoRecordStore<JobRecord, JobField>;
  readonly #tenants: IMoRecordStore<TenantRecord, TenantField>;
  #left: JobDefinition[] = [];
  #everyMs = SECOND_ROUND_IN_MS / 2;
  #nextRoundAtMs = 0;

  constructor(options: MeasureOptions) {
    this.#options = options;
    this.#jobs = options.store.records(JOB_STORAGE);
    this.#tenants = options.store.records(TENANT_STORAGE);
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const { clock } = this.#options;
    const begunMs = clock.monotonicMs();
    if (this.#left.length === 0 && begunMs >= this.#nextRoundAtMs) {
      this.#everyMs = Math.min(this.#everyMs * 2, MEASURED_EVERY_MS);
      this.#nextRoundAtMs = begunMs + this.#everyMs;
      await this.#measureTenant();
      this.#left = [...(await this.#options.cache.getAll())];
      await this.#forgetRemoved(new Set(this.#left.map(({ key }) => key)));
    }
    while (!signal.aborted && clock.monotonicMs() - begunMs <= LONGEST_PASS_MS) {
      const job = this.#left.shift();
      if (job === undefined) break;
      await this.#measureJob(job);
    }
    const nextInMs = this.#left.length > 0 ? NEXT_PASS_MS : IDLE_MS;
    return { nextInMs, slackMs: Number.POSITIVE_INFINITY };
  }

  /** Measures it unless another process has done so lately. */
  async #measureJob(job: JobDefinition): Promise<void> {
    const { tenant, store, clock } = this.#options;
    const turns = LoopTurns.of(clock, tenant);
    await turns.take();
    const [known = null] = await this.#jobs.get(tenant, [job.key]);
    if (known !== null && !this.#isOld(known)) return;
    const measured = await measureJob(job, { tenant, store, turns, now: clock.now() });
    await this.#jobs.put([{ ...measured, tenant, revision: (known?.revision ?? 0) + 1 }]);
  }

  async #measureTenant(): Promise<void> {
    const { tenant, store, clock } = this.#options;
    const [known = null] = await this.#tenants.get(tenant, [TENANT_STORAGE_KEY]);
    if (known !== null && !this.#isOld(known)) return;
    const measured = await measureTenant({ tenant, store, now: clock.now() });
    await this.#tenants.put([
      { ...measured, id: TENANT_STORAGE_KEY, tenant, revision: (known?.revision ?? 0) + 1 },
    ]);
  }

  /** A quarter of the time to the next round is old enough: the last one was sooner, and other processes begin theirs at other times. */
  #isOld({ measuredAt }: { readonly measuredAt: Date }): boolean {
    return this.#options.clock.now().getTime() - measuredAt.getTime() >= this.#everyMs / 4;
  }

  async #forgetRemoved(known: ReadonlySet<string>): Promise<void> {
    const { tenant } = this.#options;
    for await (const page of measuredJobs(this.#jobs, tenant)) {
      const gone = page.filter(({ key }) => !known.has(key)).map(({ key }) => key);
      if (gone.length > 0) await this.#jobs.remove(tenant, { id: gone });
    }
  }
}
