import { lacksWorker } from "./job-status.ts";
import { isPauseOver, REMEMBER_PAUSES_MS, withoutEndedPauses, withPause } from "./pauses.ts";
import type { AppSet } from "../../access/app-set.ts";
import type { Requester } from "../../access/requester.ts";
import type { Clock } from "../../base/clock.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { assertJobKey } from "../../model/name/names.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import { WAITING_STATES } from "../../model/instance/job-state.ts";
import { differencesFromCode, type JobDefinition } from "../../model/job-definition.ts";
import { readFiringCursor } from "../../duties/firing-loop.ts";
import { readScheduleFacts, type ScheduleFactsOptions } from "../../duties/read-schedule-facts.ts";
import type { ScheduleFacts } from "../../schedule/schedule-facts.ts";
import { windowsFor } from "../../schedule/windows/windows-for.ts";
import { nextFire, upcomingFires } from "../../schedule/planner.ts";
import { findOwnJob } from "../../definition/app/own-key.ts";
import { scriptStampOf } from "../../definition/script/script-in-force.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { releaseHeld } from "../../waiting/release/release-held.ts";
import { useEdit } from "../../waiting/release/use-edit.ts";
import type { DebugMode } from "../../dispatch/debug-mode.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import type { InstanceCreator } from "../../dispatch/instance-creator.ts";
import { beginWaitingFires } from "./begin-waiting-fires.ts";
import { endPaused, endWaiting } from "./end-waiting.ts";
import { assertRecurring, findJob } from "./find-job.ts";
import { readAppStop } from "../../definition/app/app-stop.ts";
import { stopApp, startApp } from "./stop-app.ts";
import type { TenantSettingsCache } from "../../definition/tenant/tenant-settings-cache.ts";
import { assertJobQuota } from "../../definition/app/assert-job-quota.ts";
import { resolveQuotas, type ResolvedQuotas } from "../../model/option/quota-options.ts";
import { assertCalendars } from "./assert-calendars.ts";
import { assertChildren } from "./assert-children.ts";
import { assertTaskRests } from "./assert-task-rests.ts";
import { assertOwnNamespace } from "./assert-own-namespace.ts";
import { assertMayStartChildren, assertMayUse } from "./assert-may-use.ts";
import { findJobs, type FindJobsOptions } from "./find-jobs.ts";
import type { JobRegistry } from "../../scheduler/job-registry.ts";
import { editJob } from "./edit-job.ts";
import { makeJob, type MakeJobContext } from "./make-job.ts";
import { keepScript, type ScriptNote, stampScript } from "../../definition/script/stamp-script.ts";
import { staleRevision } from "./job-patch.ts";
import { copyOf } from "./copy-of.ts";
import { withDefaults, withJobs } from "./with-jobs.ts";
import { removeJob } from "./remove-job.ts";
import { pageOfJobs } from "./sort-jobs.ts";
import { ActKind } from "../../model/history/act.ts";
import type { ActLog } from "../history/act-log.ts";
import { JobWriter, jobKeyTaken } from "./job-writer.ts";
import { WaitingFires } from "../../model/option/value/waiting-fires.ts";
import type { JobListQuery } from "../../scheduler/job-list-query.ts";
import type {
  ChangedTogether,
  CopyJobRequest,
  CreateJobRequest,
  JobChange,
  JobDetail,
  JobService,
  JobView,
  PauseRequest,
  ResumeRequest,
  StopAppRequest,
  OpenWindow,
} from "../../scheduler/job-service.ts";
import type { Page, PageRequest } from "../../ports/page.ts";
import type { PerRequester } from "../access/per-requester.ts";
import { EMPTY_PAGE, scopedQuery } from "../scope/scoped-query.ts";

export interface JobServiceOptions {
  readonly tenant: string;
  /** As `StopAppOptions.stopWaiting`. */
  readonly stopWaiting?: WaitingFires;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly rules: ScheduleFactsOptions["rules"];
  readonly runtime: IMoRuntime;
  readonly dispatcher: Dispatcher;
  readonly creator: Pick<InstanceCreator, "create">;
  readonly registry: Pick<JobRegistry, "declare" | "defaults">;
  /** The workers of some apps. */
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
  readonly clock: Clock;
  /** Where what is done is written down. */
  readonly actLog: ActLog;
  readonly debugMode: Pick<DebugMode, "read">;
  /** The stored settings of the tenant, with its quotas. @default nothing */
  readonly settings?: Pick<TenantSettingsCache, "read">;
  readonly quotas?: Pick<ResolvedQuotas, "maxApps" | "maxJobs" | "maxScriptVersions">;
  readonly onError: (error: unknown) => void;
}

/** Shows jobs and changes what is stored of them. */
export class Jobs implements PerRequester<JobService> {
  readonly #options: JobServiceOptions & { readonly quotas: NonNullable<JobServiceOptions["quotas"]> };
  readonly #writer: JobWriter;
  readonly #stamping: Parameters<typeof stampScript>[3];
  readonly #findHandler: MakeJobContext["findHandler"];

  constructor(options: JobServiceOptions) {
    const { quotas = resolveQuotas(), store, cache } = options;
    this.#options = { ...options, quotas };
    this.#writer = new JobWriter(options);
    this.#stamping = { scripts: store.scripts, quotas };
    this.#findHandler = (app, handler) => findOwnJob(cache, app, handler);
  }

  async create(requester: Requester, request: CreateJobRequest): Promise<JobDetail> {
    const { tenant, clock, registry, cache, workers } = this.#options;
    // The app is checked first: mistakes in the rest may reveal which jobs it has.
    requester.assertApp(request.app, `create job "${request.key}"`);
    const made = { tenant, clock, requester, registry, cache, findHandler: this.#findHandler };
    const job = await makeJob(request, { ...made, executors: await workers(requester.apps) });
    const kind = request.isImported === true ? ActKind.Import : ActKind.Create;
    return this.#add(requester, job, kind, { comment: request.comment ?? null });
  }

  async copy(requester: Requester, key: string, request: CopyJobRequest): Promise<JobDetail> {
    const { cache, clock } = this.#options;
    const original = await findJob(cache, requester, key);
    assertJobKey(request.key);
    const script = await scriptStampOf(original);
    const copied = script && { jobKey: key, version: script.version };
    const copy = copyOf(original, request.key, { now: clock.now(), by: requester.by });
    return this.#add(requester, copy, ActKind.Copy, { copied });
  }

  async remove(requester: Requester, key: string, expectedRevision: number): Promise<void> {
    const { cache, store, actLog } = this.#options;
    const current = await findJob(cache, requester, key);
    if (current.revision !== expectedRevision) throw staleRevision(key, expectedRevision, current.revision);
    await assertTaskRests(current, store.queries);
    await keepScript(current, store.scripts);
    await actLog.keepLatest(current);
    if (!(await removeJob(this.#options, current))) throw staleRevision(key, expectedRevision, null);
    await actLog.noteDone(requester, { kind: ActKind.Delete, app: current.app, jobKey: key });
  }

  async list(requester: Requester, query: JobListQuery, page: PageRequest): Promise<Page<JobView>> {
    const { tenant, store } = this.#options;
    const within = scopedQuery(requester.apps, { ...query, tenant });
    if (within === null) return EMPTY_PAGE;
    const { status, label, work, orderBy, descending = false, ...stored } = within;
    const isNamed = requester.apps.isAll || within.app !== undefined;
    const isOfStores = [status, label, work, orderBy].every((one) => one === undefined);
    const isStored = isNamed && isOfStores && !descending;
    const found = isStored
      ? await store.definitions.list(stored, page)
      : pageOfJobs(await findJobs(within, this.#finding(requester)), descending, page);
    return { items: await this.#view(found.items), nextCursor: found.nextCursor };
  }

  async count(requester: Requester, query: JobListQuery): Promise<number> {
    const within = scopedQuery(requester.apps, query);
    if (within === null) return 0;
    const { orderBy: _, ...unordered } = within;
    return (await findJobs(unordered, this.#finding(requester))).length;
  }

  async names({ apps }: Requester, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const known = await this.#options.cache.getMany([...new Set(keys)]);
    const visible = [...known.values()].filter(({ app }) => apps.has(app));
    return new Map(visible.map(({ key, options: { name } }) => [key, name]));
  }

  async get(requester: Requester, key: string): Promise<JobDetail> {
    return this.#detail(requester, await findJob(this.#options.cache, requester, key));
  }

  async check(
    requester: Requester,
    change: JobChange,
    { jobs: alongside = new Map(), defaults, calendars }: ChangedTogether = {},
  ): Promise<JobDefinition> {
    const { tenant, clock, workers } = this.#options;
    const registry = withDefaults(this.#options.registry, defaults);
    const cache = withJobs(this.#options.cache, alongside);
    const findHandler: MakeJobContext["findHandler"] = (app, handler) => findOwnJob(cache, app, handler);
    if ("update" in change) {
      const { key, patch } = change.update;
      const current = alongside.get(key) ?? (await findJob(this.#options.cache, requester, key));
      const next =
        (await editJob(current, patch, { requester, cache, clock, workers, findHandler })) ?? current;
      const rules = await this.#options.rules.read();
      assertCalendars(next.options, current.options, rules, `change job "${key}"`, calendars);
      return next;
    }
    const { key, app } = change.create;
    requester.assertApp(app, `create job "${key}"`);
    const executors = await workers(requester.apps);
    const job = await makeJob(change.create, {
      tenant,
      clock,
      requester,
      registry,
      cache,
      findHandler,
      executors,
    });
    await this.#assertNew(requester, job, cache, calendars);
    if ((await cache.getMany([key])).has(key)) throw jobKeyTaken(key);
    return job;
  }

  /** As the service says; `note` is what the history of the job's script is to say. */
  async update(
    requester: Requester,
    key: string,
    patch: unknown,
    expectedRevision: number,
    note: ScriptNote = {},
  ): Promise<JobDetail> {
    const { cache, rules, store, clock, workers } = this.#options;
    const current = await findJob(cache, requester, key);
    if (current.revision !== expectedRevision) throw staleRevision(key, expectedRevision, current.revision);
    const next = await editJob(current, patch, {
      requester,
      cache,
      clock,
      workers,
      findHandler: this.#findHandler,
    });
    if (next === null) return this.#detail(requester, current);
    assertCalendars(next.options, current.options, await rules.read(), `change job "${key}"`);
    const changed = await stampScript(current, next, note, this.#stamping);
    await beginWaitingFires(current, changed, this.#options);
    const { comment = null } = note;
    const written = await this.#writer.replace(requester, current, changed, {
      kind: ActKind.Edit,
      note: comment,
    });
    if (written === null) throw staleRevision(key, expectedRevision, null);
    await useEdit(current, written, { ...this.#options, store: store.instances });
    return this.#detail(requester, written);
  }

  async pause(requester: Requester, key: string, request: PauseRequest = {}): Promise<JobDetail> {
    const { until = null, note = null, waiting, unlessPaused, operation = null } = request;
    const { tenant, state, clock } = this.#options;
    const { by } = requester;
    const now = clock.now();
    if (until !== null && until <= now) {
      throw invalidInput(`pause job "${key}"`, [issueAt("/until", "in_the_past")]);
    }
    const cursor = await readFiringCursor(state, tenant);
    const rememberFrom = new Date((cursor?.getTime() ?? 0) - REMEMBER_PAUSES_MS);
    const pause = { at: now, until, note, ...(by !== null && { by }) };
    const paused = await this.#writer.change(
      requester,
      key,
      { kind: ActKind.Pause, operation },
      (current) => ({
        ...current,
        ...withPause(current, pause, rememberFrom, unlessPaused),
        revision: current.revision + 1,
        updatedAt: now,
        updatedBy: by,
      }),
    );
    if (waiting === WaitingFires.Cancel) await endWaiting(this.#options, paused, WAITING_STATES, endPaused);
    return this.#detail(requester, paused);
  }

  async resume(requester: Requester, key: string, request: ResumeRequest = {}): Promise<JobDetail> {
    const { operation = null } = request;
    const { store, clock } = this.#options;
    const { by } = requester;
    const now = clock.now();
    // The pause stays, over: what was due before it began may still have to be made up for.
    const resumed = await this.#writer.change(
      requester,
      key,
      { kind: ActKind.Resume, operation },
      (current) =>
        current.pause === null || isPauseOver(current.pause, now)
          ? current
          : {
              ...current,
              pause: { ...current.pause, until: now },
              revision: current.revision + 1,
              updatedAt: now,
              updatedBy: by,
            },
    );
    await releaseHeld({ jobKey: key }, { ...this.#options, store: store.instances });
    return this.#detail(requester, resumed);
  }

  async stopApp(
    requester: Requester,
    app: string,
    request: StopAppRequest = {},
  ): ReturnType<JobService["stopApp"]> {
    return stopApp(requester, app, request, this.#options);
  }

  async startApp(requester: Requester, app: string): ReturnType<JobService["startApp"]> {
    return startApp(requester, app, this.#options);
  }

  async upcoming(requester: Requester, key: string, count: number): ReturnType<JobService["upcoming"]> {
    const { cache, clock } = this.#options;
    const definition = await findJob(cache, requester, key);
    assertRecurring(definition, "show the next fires of");
    const facts = await readScheduleFacts([definition], this.#options);
    return upcomingFires(definition, clock.now(), count, facts);
  }

  async #add(
    requester: Requester,
    definition: JobDefinition,
    kind: ActKind,
    note: ScriptNote = {},
  ): Promise<JobDetail> {
    const { tenant, state, cache } = this.#options;
    await this.#assertNew(requester, definition, cache);
    const appPause = await readAppStop(state, tenant, definition.app);
    const stamped = await stampScript(null, definition, note, this.#stamping);
    const stopped = appPause === null ? stamped : { ...stamped, appPause };
    return this.#detail(requester, await this.#writer.create(requester, stopped, kind, note));
  }

  /** Refuses a new job that the caller may not make, or its app may not have. */
  async #assertNew(
    requester: Requester,
    definition: JobDefinition,
    cache: Pick<JobDefinitionCache, "getAll" | "getMany">,
    calendars?: ReadonlySet<string>,
  ): Promise<void> {
    const { quotas, settings, rules } = this.#options;
    const { app, key, options, work } = definition;
    requester.assertApp(app, `create job "${key}"`);
    await assertOwnNamespace(definition, { requester, cache });
    assertCalendars(options, null, await rules.read(), `create job "${key}"`, calendars);
    const use = { requester, app, cache };
    await assertChildren(definition, use, `create job "${key}"`);
    await assertMayStartChildren(options.children, [], use);
    await assertMayUse(work, null, use);
    await settings?.read();
    await assertJobQuota(app, 1, quotas, cache);
  }

  async #view(definitions: readonly JobDefinition[]): Promise<readonly JobView[]> {
    const { tenant, store, clock, debugMode } = this.#options;
    const latest = await store.queries.latestByJob(
      tenant,
      definitions.map(({ key }) => key),
    );
    const facts = await readScheduleFacts(definitions, this.#options);
    const now = clock.now();
    const { recurring: isDebugged } = await debugMode.read();
    return definitions.map((definition) => ({
      definition: withoutEndedPauses(definition, now),
      window: openWindow(definition, facts, now),
      nextFire: isDebugged ? null : nextFire(definition, now, facts),
      latest: latest.get(definition.key) ?? null,
    }));
  }

  async #detail({ apps }: Requester, definition: JobDefinition): Promise<JobDetail> {
    const [[shown], executors] = await Promise.all([this.#view([definition]), this.#options.workers(apps)]);
    return {
      ...(shown as JobView),
      differsFromCode: differencesFromCode(definition),
      lacksWorker: lacksWorker(definition, executors),
    };
  }

  #finding({ apps }: Requester): FindJobsOptions {
    const { tenant, cache, rules, state, store, clock, workers } = this.#options;
    return {
      apps,
      tenant,
      cache,
      rules,
      state,
      workers: () => workers(apps),
      store,
      clock,
      now: clock.now(),
    };
  }
}

/** The window that keeps a job at rest now; `null` where none does. */
function openWindow(definition: JobDefinition, { rules }: ScheduleFacts, now: Date): OpenWindow | null {
  for (const one of windowsFor(rules.windows, definition)) {
    const opening = one.at(now);
    const { id, name } = one.window;
    if (opening !== null) return { id, name, until: opening.until };
  }
  return null;
}
