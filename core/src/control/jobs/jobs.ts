import { lacksWorker } from "./job-status.ts";
import { isPauseOver, REMEMBER_PAUSES_MS, withoutEndedPauses, withPause } from "./pauses.ts";
import type { AppSet } from "../../access/app-set.ts";
import type { Asker } from "../../access/asker.ts";
import type { Clock } from "../../base/clock.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { assertJobKey } from "../../model/name/names.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import { WAITING_STATES } from "../../model/instance/job-state.ts";
import { differencesFromCode, type JobDefinition } from "../../model/job-definition.ts";
import { readFiringCursor } from "../../duties/firing-loop.ts";
import { readLatestFires } from "../../duties/latest-fires.ts";
import { nextFire, upcomingFires } from "../../schedule/planner.ts";
import { findOwnJob } from "../../definition/app/own-key.ts";
import { scriptStampOf } from "../../definition/script/script-in-force.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { releaseHeld } from "../../dispatch/release-held.ts";
import { useEdit } from "../../dispatch/edits/use-edit.ts";
import type { DebugMode } from "../../dispatch/debug-mode.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import { endPaused, endWaiting } from "./end-waiting.ts";
import { assertRecurring, findJob } from "./find-job.ts";
import { readAppStop } from "../../definition/app/app-stop.ts";
import { stopApp, startApp } from "./stop-app.ts";
import type { TenantBook } from "../../definition/tenant/tenant-book.ts";
import { assertJobQuota } from "../../definition/app/assert-job-quota.ts";
import { resolveQuotas, type ResolvedQuotas } from "../../model/option/quota-options.ts";
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
import { removeJob } from "./remove-job.ts";
import { pageOfJobs } from "./sort-jobs.ts";
import { ActKind } from "../../model/history/act.ts";
import type { ActBook } from "../history/act-book.ts";
import { JobWriter } from "./job-writer.ts";
import { WaitingFires } from "../../model/option/value/waiting-fires.ts";
import type { JobListQuery } from "../../scheduler/job-list-query.ts";
import type {
  CopyJobRequest,
  CreateJobRequest,
  JobDetail,
  JobService,
  JobView,
  PauseRequest,
  ResumeRequest,
  StopAppRequest,
} from "../../scheduler/job-service.ts";
import type { Page, PageRequest } from "../../ports/page.ts";
import type { Asked } from "../access/asked.ts";
import { EMPTY_PAGE, scopedQuery } from "../scope/scoped-query.ts";

export interface JobServiceOptions {
  readonly tenant: string;
  /** As `StopAppOptions.stopWaiting`. */
  readonly stopWaiting?: WaitingFires;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly runtime: IMoRuntime;
  readonly dispatcher: Dispatcher;
  readonly registry: Pick<JobRegistry, "declare" | "defaults">;
  /** The workers of some apps. */
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
  readonly clock: Clock;
  /** Where what is done is written down. */
  readonly book: ActBook;
  readonly debugMode: Pick<DebugMode, "read">;
  /** The stored settings of the tenant, with its quotas. @default nothing */
  readonly settings?: Pick<TenantBook, "read">;
  readonly quotas?: Pick<ResolvedQuotas, "maxApps" | "maxJobs" | "maxScriptVersions">;
  readonly onError: (error: unknown) => void;
}

/** Shows jobs and changes what is stored of them. */
export class Jobs implements Asked<JobService> {
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

  async create(asker: Asker, request: CreateJobRequest): Promise<JobDetail> {
    const { tenant, clock, registry, cache, workers } = this.#options;
    // The app is checked first: mistakes in the rest may reveal which jobs it has.
    asker.assertApp(request.app, `create job "${request.key}"`);
    const made = { tenant, clock, asker, registry, cache, findHandler: this.#findHandler };
    const job = await makeJob(request, { ...made, executors: await workers(asker.apps) });
    return this.#add(asker, job, request.isImported === true ? ActKind.Import : ActKind.Create);
  }

  async copy(asker: Asker, key: string, request: CopyJobRequest): Promise<JobDetail> {
    const { cache, clock } = this.#options;
    const original = await findJob(cache, asker, key);
    assertJobKey(request.key);
    const script = await scriptStampOf(original);
    const copied = script && { jobKey: key, version: script.version };
    const copy = copyOf(original, request.key, { now: clock.now(), by: asker.by });
    return this.#add(asker, copy, ActKind.Copy, { copied });
  }

  async remove(asker: Asker, key: string, expectedRevision: number): Promise<void> {
    const { cache, store, book } = this.#options;
    const current = await findJob(cache, asker, key);
    if (current.revision !== expectedRevision) throw staleRevision(key, expectedRevision, current.revision);
    await assertTaskRests(current, store.queries);
    await keepScript(current, store.scripts);
    await book.keepLatest(current);
    if (!(await removeJob(this.#options, current))) throw staleRevision(key, expectedRevision, null);
    await book.noteDone(asker, { kind: ActKind.Delete, app: current.app, jobKey: key });
  }

  async list(asker: Asker, query: JobListQuery, page: PageRequest): Promise<Page<JobView>> {
    const { tenant, store } = this.#options;
    const within = scopedQuery(asker.apps, { ...query, tenant });
    if (within === null) return EMPTY_PAGE;
    const { status, label, orderBy, descending = false, ...stored } = within;
    const isNamed = asker.apps.isAll || within.app !== undefined;
    const isStored =
      isNamed && status === undefined && label === undefined && orderBy === undefined && !descending;
    const found = isStored
      ? await store.definitions.list(stored, page)
      : pageOfJobs(await findJobs(within, this.#finding(asker)), descending, page);
    return { items: await this.#view(found.items), nextCursor: found.nextCursor };
  }

  async count(asker: Asker, query: JobListQuery): Promise<number> {
    const within = scopedQuery(asker.apps, query);
    if (within === null) return 0;
    const { orderBy: _, ...unordered } = within;
    return (await findJobs(unordered, this.#finding(asker))).length;
  }

  async names({ apps }: Asker, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const known = await this.#options.cache.getMany([...new Set(keys)]);
    const visible = [...known.values()].filter(({ app }) => apps.has(app));
    return new Map(visible.map(({ key, options: { name } }) => [key, name]));
  }

  async get(asker: Asker, key: string): Promise<JobDetail> {
    return this.#detail(asker, await findJob(this.#options.cache, asker, key));
  }

  /** As the service says; `note` is what the history of the job's script is to say. */
  async update(
    asker: Asker,
    key: string,
    patch: unknown,
    expectedRevision: number,
    note: ScriptNote = {},
  ): Promise<JobDetail> {
    const { cache, store, clock, workers } = this.#options;
    const current = await findJob(cache, asker, key);
    if (current.revision !== expectedRevision) throw staleRevision(key, expectedRevision, current.revision);
    const next = await editJob(current, patch, {
      asker,
      cache,
      clock,
      workers,
      findHandler: this.#findHandler,
    });
    if (next === null) return this.#detail(asker, current);
    const changed = await stampScript(current, next, note, this.#stamping);
    const { comment = null } = note;
    const written = await this.#writer.replace(asker, current, changed, {
      kind: ActKind.Edit,
      note: comment,
    });
    if (written === null) throw staleRevision(key, expectedRevision, null);
    await useEdit(current, written, { ...this.#options, store: store.instances });
    return this.#detail(asker, written);
  }

  async pause(asker: Asker, key: string, request: PauseRequest = {}): Promise<JobDetail> {
    const { until = null, note = null, waiting, unlessPaused, operation = null } = request;
    const { tenant, state, clock } = this.#options;
    const { by } = asker;
    const now = clock.now();
    if (until !== null && until <= now) {
      throw invalidInput(`pause job "${key}"`, [issueAt("/until", "in_the_past")]);
    }
    const cursor = await readFiringCursor(state, tenant);
    const rememberFrom = new Date((cursor?.getTime() ?? 0) - REMEMBER_PAUSES_MS);
    const pause = { at: now, until, note, ...(by !== null && { by }) };
    const paused = await this.#writer.change(asker, key, { kind: ActKind.Pause, operation }, (current) => ({
      ...current,
      ...withPause(current, pause, rememberFrom, unlessPaused),
      revision: current.revision + 1,
      updatedAt: now,
      updatedBy: by,
    }));
    if (waiting === WaitingFires.Cancel) await endWaiting(this.#options, paused, WAITING_STATES, endPaused);
    return this.#detail(asker, paused);
  }

  async resume(asker: Asker, key: string, request: ResumeRequest = {}): Promise<JobDetail> {
    const { operation = null } = request;
    const { cache, store, clock } = this.#options;
    const { by } = asker;
    const now = clock.now();
    // The pause stays, over: what was due before it began may still have to be made up for.
    const resumed = await this.#writer.change(asker, key, { kind: ActKind.Resume, operation }, (current) =>
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
    const held = await findJob(cache, asker, key);
    await releaseHeld(held, { ...this.#options, store: store.instances });
    return this.#detail(asker, resumed);
  }

  async stopApp(asker: Asker, app: string, request: StopAppRequest = {}): ReturnType<JobService["stopApp"]> {
    return stopApp(asker, app, request, this.#options);
  }

  async startApp(asker: Asker, app: string): ReturnType<JobService["startApp"]> {
    return startApp(asker, app, this.#options);
  }

  async upcoming(asker: Asker, key: string, count: number): ReturnType<JobService["upcoming"]> {
    const { cache, clock } = this.#options;
    const definition = await findJob(cache, asker, key);
    assertRecurring(definition, "show the next fires of");
    const latest = await readLatestFires([definition], this.#options);
    return upcomingFires(definition, clock.now(), count, latest);
  }

  async #add(
    asker: Asker,
    definition: JobDefinition,
    kind: ActKind,
    note: ScriptNote = {},
  ): Promise<JobDetail> {
    const { tenant, state, cache, quotas } = this.#options;
    const { app } = definition;
    asker.assertApp(app, `create job "${definition.key}"`);
    await assertOwnNamespace(definition, { asker, cache });
    const use = { asker, app, cache };
    await assertChildren(definition, use, `create job "${definition.key}"`);
    await assertMayStartChildren(definition.options.children, [], use);
    await assertMayUse(definition.work, null, use);
    await this.#options.settings?.read();
    await assertJobQuota(definition.app, 1, quotas, cache);
    const appPause = await readAppStop(state, tenant, definition.app);
    const stamped = await stampScript(null, definition, note, this.#stamping);
    const stopped = appPause === null ? stamped : { ...stamped, appPause };
    return this.#detail(asker, await this.#writer.create(asker, stopped, kind, note));
  }

  async #view(definitions: readonly JobDefinition[]): Promise<readonly JobView[]> {
    const { tenant, store, clock, debugMode } = this.#options;
    const latest = await store.queries.latestByJob(
      tenant,
      definitions.map(({ key }) => key),
    );
    const fired = await readLatestFires(definitions, this.#options);
    const now = clock.now();
    const { recurring: isDebugged } = await debugMode.read();
    return definitions.map((definition) => ({
      definition: withoutEndedPauses(definition, now),
      nextFire: isDebugged ? null : nextFire(definition, now, fired),
      latest: latest.get(definition.key) ?? null,
    }));
  }

  async #detail({ apps }: Asker, definition: JobDefinition): Promise<JobDetail> {
    const [[shown], executors] = await Promise.all([this.#view([definition]), this.#options.workers(apps)]);
    return {
      ...(shown as JobView),
      differsFromCode: differencesFromCode(definition),
      lacksWorker: lacksWorker(definition, executors),
    };
  }

  #finding({ apps }: Asker): FindJobsOptions {
    const { tenant, cache, state, store, clock, workers } = this.#options;
    return { apps, tenant, cache, state, workers: () => workers(apps), store, clock, now: clock.now() };
  }
}
