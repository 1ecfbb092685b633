import { graphRules, tasksMissing } from "../model/work-kinds.ts";
import { LoopTurns } from "../base/batching/loop-turns.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { Clock } from "../base/clock.ts";
import type { IMoDefinitionStore } from "../ports/definition-store.ts";
import type { IMoScriptStore } from "../ports/script-store.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import type { JobDefinitionCache } from "./definition-cache.ts";
import { differsFromBody, type JobDefinition, JobOrigin, type JobPause } from "../model/job-definition.ts";
import type { TenantSettingsCache } from "./tenant/tenant-settings-cache.ts";
import { resolveQuotas, type ResolvedQuotas } from "../model/option/quota-options.ts";
import { readAppStop } from "./app/app-stop.ts";
import { assertJobQuota } from "./app/assert-job-quota.ts";
import { assertApp } from "../model/name/names.ts";
import type { JobDefaults } from "../model/option/job-options.ts";
import type { DeclaredJob, JobRegistry, RegistrationResult } from "../scheduler/job-registry.ts";
import { GlobalDefaults } from "./global-defaults.ts";
import { assertChildrenOf, assertNoChildCycle } from "./child-cycle.ts";
import { declareJob } from "./declare-job.ts";
import { keyInApp, type StoredJob, toStoredJobs } from "./app/own-key.ts";
import { noteDeclared } from "./app/dropped-jobs.ts";
import { createTakeUp, type Registered } from "./take-up.ts";
import { stampScript } from "./script/stamp-script.ts";
import { workOfCode } from "./task/declared-body.ts";
import { JobKind } from "../model/option/job-kind.ts";
import { NewJobs } from "../model/option/new-jobs.ts";
import { OptionRule } from "../model/option/option-rule.ts";
import { differingOptions } from "../model/option/resolve-options.ts";

export interface StoreRegistryOptions {
  readonly tenant: string;
  readonly store: IMoDefinitionStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  /** Where the versions of tasks are kept. */
  readonly scripts: IMoScriptStore;
  /** The settings of the tenant, whose quotas come before those below. @default it has none */
  readonly settings?: Pick<TenantSettingsCache, "read" | "refresh">;
  /** @default none, but for versions */
  readonly quotas?: Pick<ResolvedQuotas, "maxApps" | "maxJobs" | "maxScriptVersions">;
  /** Options of jobs that do not state them. @default what the tenant's control planes were given */
  readonly globals?: GlobalDefaults;
  /** Called when the code has changed a stored job. @default nothing else is done */
  readonly onChanged?: (before: JobDefinition, after: JobDefinition) => Promise<void>;
}

const UNBOUNDED = { maxScriptVersions: Infinity };

/** The registry over a metadata store: the first registration writes, every later one is compared. */
export class StoreRegistry implements JobRegistry {
  readonly declare: JobRegistry["declare"] = declareJob;
  readonly #options: StoreRegistryOptions;
  readonly #globals: GlobalDefaults;
  readonly #quotas: Pick<ResolvedQuotas, "maxApps" | "maxJobs" | "maxScriptVersions">;
  readonly #takeUp: ReturnType<typeof createTakeUp>;

  constructor(options: StoreRegistryOptions) {
    const { globals = new GlobalDefaults(options), quotas = resolveQuotas() } = options;
    this.#options = options;
    this.#globals = globals;
    this.#quotas = quotas;
    this.#takeUp = createTakeUp({ ...options, quotas });
  }

  defaults(ofTenant?: JobDefaults): Promise<JobDefaults> {
    return this.#globals.read(ofTenant);
  }

  async check(keys: readonly string[], app?: string): Promise<readonly string[]> {
    const named = (key: string): readonly string[] => (app === undefined ? [key] : [key, keyInApp(app, key)]);
    const known = await this.#findStored(keys.flatMap(named));
    const isOwn = (key: string): boolean =>
      known.has(key) && (app === undefined || known.get(key)?.app === app);
    return keys.filter((key) => !named(key).some(isOwn));
  }

  async register(...given: Parameters<JobRegistry["register"]>): ReturnType<JobRegistry["register"]> {
    const [app, declared, request = {}] = given;
    const { by = null, isComplete = false, optionRule: rule = OptionRule.Stored } = request;
    const { tenant, state, cache } = this.#options;
    assertApp(app);
    const named = await toStoredJobs(app, declared, {
      find: (keys) => this.#findStored(keys),
      apps: async () => new Set((await cache.getAll()).map((definition) => definition.app)),
    });
    const jobs = named.map(({ job }) => job);
    await this.#assertFit(app, jobs, request);
    const keys = jobs.map(({ key }) => key);
    const appPause = await readAppStop(state, tenant, app);
    const known = await this.#store(app, named, {
      appPause,
      by,
      newJobs: request.newJobs ?? NewJobs.Running,
    });
    // Another app was faster with a key that was free: the job is stored as `<app>/<key>` then.
    if (named.some(({ key, job }, index) => key === job.key && known[index]?.definition.app !== app))
      return this.register(...given);
    // Before jobs come back: what is declared now must not be marked as missing again.
    await noteDeclared(state, { tenant, app, keys, isComplete });
    const created = known.filter((one) => one.created).map(({ definition }) => definition);
    const reached = await this.#globals.reach(created);
    const byKey = new Map(reached.map((definition) => [definition.key, definition]));
    const taken = await Promise.all(
      known.map(({ definition, created: isNew }, index) => {
        const one = { definition: byKey.get(definition.key) ?? definition, created: isNew };
        return this.#takeUp(app, named[index] as StoredJob, one, { rule, by });
      }),
    );
    const stored = appPause === null ? await this.#stopNew(app, taken) : taken;
    await cache.announceNew(stored.map(({ definition }) => definition));
    return named.map((one, index) => compare(app, one, stored[index] as Registered));
  }

  async #findStored(keys: readonly string[]): Promise<ReadonlyMap<string, JobDefinition>> {
    const { tenant, store } = this.#options;
    return new Map((await store.getMany(tenant, keys)).map((definition) => [definition.key, definition]));
  }

  /** @throws MoJobError `job_key_taken`, `invalid_argument`, `quota_exceeded` */
  async #assertFit(
    app: string,
    jobs: readonly DeclaredJob[],
    { childrenOf }: NonNullable<Parameters<JobRegistry["register"]>[2]>,
  ): Promise<void> {
    const { tenant, store, cache, clock, quotas } = this.#options;
    assertNoTwins(jobs);
    await assertNoCycles(jobs);
    const graph = jobs.find(({ task }) => task !== undefined);
    if (graph !== undefined) {
      const doing = `register job "${graph.key}"`;
      // Which kinds of work there are is known to the process, which may have another scheduler with the feature.
      if (!cache.hasTasks) throw tasksMissing(doing);
      await graphRules(doing).assertDeclared(jobs, cache, LoopTurns.of(clock, tenant));
    }
    if (childrenOf !== undefined) await assertOwnChildren(childrenOf, jobs, cache);
    if (quotas === undefined) return;
    const keys = jobs.map(({ key }) => key);
    const taken = (await store.getMany(tenant, keys)).length;
    await this.#options.settings?.read();
    await assertJobQuota(app, keys.length - taken, quotas, cache);
  }

  /** Stores those that are not there yet. */
  async #store(
    app: string,
    named: readonly StoredJob[],
    given: Pick<Registering, "appPause" | "by" | "newJobs">,
  ): ReturnType<IMoDefinitionStore["register"]> {
    const { tenant, store, cache, clock, scripts } = this.#options;
    const revisions = await cache.firstRevisions(named.map(({ job }) => job.key));
    const tasks = named.flatMap(({ job }) => (job.task === undefined ? [] : [job.key]));
    const standing = await this.#findStored(tasks);
    const now = clock.now();
    const defined = named.map(async (one, index) => {
      const definition = define({ ...given, tenant, app, now, revision: revisions[index] ?? 1 }, one);
      if (one.job.task === undefined) return definition;
      // A job that is stored already needs no version number: it has as many versions as it may have, or fewer.
      const quotas = standing.has(definition.key) ? UNBOUNDED : this.#quotas;
      return stampScript(null, definition, {}, { scripts, quotas });
    });
    return store.register(await Promise.all(defined));
  }

  /** An app that was stopped meanwhile may have been read before its new jobs were there. */
  async #stopNew(app: string, registered: readonly Registered[]): Promise<readonly Registered[]> {
    const { tenant, state, cache } = this.#options;
    const stopped = registered.some(({ created }) => created) ? await readAppStop(state, tenant, app) : null;
    if (stopped === null) return registered;
    return Promise.all(
      registered.map(async (one) => {
        const { revision } = one.definition;
        const definition = { ...one.definition, appPause: stopped, revision: revision + 1 };
        return one.created && (await cache.save(definition, revision)) ? { ...one, definition } : one;
      }),
    );
  }
}

interface Registering {
  readonly tenant: string;
  readonly app: string;
  readonly by: string | null;
  readonly now: Date;
  readonly revision: number;
  readonly appPause: JobPause | null;
  readonly newJobs: NewJobs;
}

function define(
  { tenant, app, by, now, revision, appPause, newJobs }: Registering,
  { key: handler, job }: StoredJob,
): JobDefinition {
  return {
    tenant,
    app,
    key: job.key,
    kind: job.kind,
    ...workOfCode(job, handler),
    args: null,
    origin: JobOrigin.Code,
    inCode: true,
    revision,
    options: job.options,
    declared: job.options,
    layers: job.layers,
    argsSchema: job.argsSchema,
    pause:
      newJobs === NewJobs.Stopped && job.kind === JobKind.Recurring
        ? { at: now, until: null, note: null, isNew: true }
        : null,
    ...(appPause !== null && { appPause }),
    scheduledSince: now,
    createdAt: now,
    updatedAt: now,
    updatedBy: by,
  };
}

function compare(
  app: string,
  { key, job }: StoredJob,
  { definition, created, followed, argsSchemaChanged }: Registered,
): RegistrationResult {
  if (created) return { key, outcome: "registered", definition };
  if (definition.app !== app) {
    return {
      key,
      outcome: "refused",
      message: `Job "${definition.key}" belongs to app "${definition.app}", not to "${app}"`,
    };
  }
  if (definition.kind !== job.kind) {
    return {
      key,
      outcome: "refused",
      message: `Job "${key}" is stored as ${definition.kind}, the code says ${job.kind}`,
    };
  }
  const options = differingOptions(job.options, definition.options).map(({ field }) => field);
  const fields = isOtherGraph(definition) ? [...options, "work"] : options;
  const known = { key, definition, argsSchemaChanged };
  if (followed.length > 0) return { ...known, outcome: "updated", followed, fields };
  return fields.length === 0 ? { ...known, outcome: "unchanged" } : { ...known, outcome: "differs", fields };
}

function isOtherGraph({ work, declaredBody }: JobDefinition): boolean {
  return declaredBody !== undefined && differsFromBody(work, declaredBody);
}

function assertNoTwins(jobs: readonly DeclaredJob[]): void {
  const seen = new Set<string>();
  for (const { key } of jobs) {
    if (seen.has(key)) {
      throw new MoJobError(
        MoJobErrorCode.JobKeyTaken,
        `Cannot register job "${key}" twice: a key names one job`,
      );
    }
    seen.add(key);
  }
}

/** Read from the store only where a job states children. */
async function assertOwnChildren(
  app: string,
  jobs: readonly DeclaredJob[],
  cache: JobDefinitionCache,
): Promise<void> {
  const beside = new Set(jobs.map(({ key }) => key));
  for (const job of jobs) {
    if (job.options.children.length === 0) continue;
    const doing = `register job "${job.key}"`;
    await assertChildrenOf(app, job, (keys) => cache.getMany(keys), { doing, beside });
  }
}

/** Of what is stored somebody may have edited the rest of a cycle: that shows when it runs, and does not keep the app from starting. */
async function assertNoCycles(jobs: readonly DeclaredJob[]): Promise<void> {
  const byKey = new Map(jobs.map((job) => [job.key, job]));
  const find = async (keys: readonly string[]): Promise<ReadonlyMap<string, DeclaredJob>> =>
    new Map(
      keys.flatMap((key) => {
        const job = byKey.get(key);
        return job === undefined ? [] : [[key, job] as const];
      }),
    );
  for (const job of jobs) await assertNoChildCycle(job, find, `register job "${job.key}"`);
}
