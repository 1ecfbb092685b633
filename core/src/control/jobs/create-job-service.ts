import { lacksWorker } from "./job-status.ts";
import { isPauseOver, REMEMBER_PAUSES_MS, withoutEndedPauses, withPause } from "./pauses.ts";
import type { AppSet } from "../../access/app-set.ts";
import type { Asker } from "../../access/asker.ts";
import type { Clock } from "../../base/clock.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { copyJson } from "../../base/json.ts";
import { assertJobKey } from "../../model/name/names.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import { WAITING_STATES } from "../../model/instance/job-state.ts";
import { differencesFromCode, type JobDefinition } from "../../model/job-definition.ts";
import { isTask } from "../../model/job-work.ts";
import { parseStatedOptions } from "../../model/option/option-schema.ts";
import { applyStatedOptions } from "../../model/option/resolve-options.ts";
import { readFiringCursor } from "../../duties/firing-loop.ts";
import { readLatestFires } from "../../duties/latest-fires.ts";
import { nextFire, upcomingFires } from "../../schedule/planner.ts";
import { owedSince } from "../../definition/owed-since.ts";
import { findOwnJob } from "../../definition/app/own-key.ts";
import { scriptStampOf } from "../../definition/script/script-in-force.ts";
import { editedAfter } from "../../model/layer/edited-options.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { releaseHeld } from "../../dispatch/release-held.ts";
import { useEdit } from "../../dispatch/edits/use-edit.ts";
import { queuedBefore } from "../../model/waiting/may-have-waiting.ts";
import type { DebugMode } from "../../dispatch/debug-mode.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import { endPaused, endWaiting } from "./end-waiting.ts";
import { assertRecurring, findJob } from "./find-job.ts";
import { readAppStop } from "../../definition/app/app-stop.ts";
import { stopApp, startApp } from "./stop-app.ts";
import { assertJobQuota } from "../../definition/app/assert-job-quota.ts";
import { resolveQuotas, type ResolvedQuotas } from "../../model/option/quota-options.ts";
import { assertChildren } from "./assert-children.ts";
import { findJobs, type FindJobsOptions } from "./find-jobs.ts";
import type { JobRegistry } from "../../scheduler/job-registry.ts";
import { parseWork } from "./parse-work.ts";
import { schemaOfTask } from "../../definition/task/task-args-schema.ts";
import { bodyEditedAfter } from "../../definition/task/declared-body.ts";
import { argsSchemaAfter, assertRunner, assertStoredArgs, makeJob, type MakeJobContext } from "./make-job.ts";
import { keepScript, type ScriptNote, stampScript } from "../../definition/script/stamp-script.ts";
import { assertEdit } from "./assert-edit.ts";
import { changesNothing, type JobUpdate, partsOf, staleRevision } from "./job-patch.ts";
import { copyOf } from "./copy-of.ts";
import { removeJob } from "./remove-job.ts";
import { pageOfJobs } from "./sort-jobs.ts";
import { ActKind } from "../../model/history/act.ts";
import type { ActBook } from "../history/act-book.ts";
import { JobWriter } from "./job-writer.ts";
import { WaitingFires } from "../../model/option/value/waiting-fires.ts";
import type { JobDetail, JobService, JobView } from "../../scheduler/job-service.ts";
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
  readonly quotas?: Pick<ResolvedQuotas, "maxApps" | "maxJobs" | "maxScriptVersions">;
  readonly onError: (error: unknown) => void;
}

/** Shows jobs and changes what is stored of them. */
export function createJobService(
  options: JobServiceOptions,
): Asked<JobService> & { readonly update: JobUpdate } {
  const { tenant, store, state, cache, registry, workers, clock, debugMode, book } = options;
  const { quotas = resolveQuotas() } = options;
  const dispatching = { ...options, store: store.instances };
  const view = async (definitions: readonly JobDefinition[]): Promise<readonly JobView[]> => {
    const latest = await store.queries.latestByJob(
      tenant,
      definitions.map(({ key }) => key),
    );
    const fired = await readLatestFires(definitions, options);
    const now = clock.now();
    const { recurring: isDebugged } = await debugMode.read();
    return definitions.map((definition) => ({
      definition: withoutEndedPauses(definition, now),
      nextFire: isDebugged ? null : nextFire(definition, now, fired),
      latest: latest.get(definition.key) ?? null,
    }));
  };

  const detail = async ({ apps }: Asker, definition: JobDefinition): Promise<JobDetail> => {
    const [[shown], executors] = await Promise.all([view([definition]), workers(apps)]);
    return {
      ...(shown as JobView),
      differsFromCode: differencesFromCode(definition),
      lacksWorker: lacksWorker(definition, executors),
    };
  };

  const writer = new JobWriter({ cache, book });
  const stamping = { scripts: store.scripts, quotas };

  const add = async (
    asker: Asker,
    definition: JobDefinition,
    kind: ActKind,
    note: ScriptNote = {},
  ): Promise<JobDetail> => {
    const { app } = definition;
    asker.assertApp(app, `create job "${definition.key}"`);
    await assertChildren(definition, { cache, app, asker }, `create job "${definition.key}"`);
    await assertJobQuota(definition.app, 1, quotas, cache);
    const appPause = await readAppStop(state, tenant, definition.app);
    const stamped = await stampScript(null, definition, note, stamping);
    const stopped = appPause === null ? stamped : { ...stamped, appPause };
    return detail(asker, await writer.create(asker, stopped, kind, note));
  };
  const finding = ({ apps }: Asker): FindJobsOptions => ({
    apps,
    tenant,
    cache,
    state,
    workers: () => workers(apps),
    store,
    clock,
    now: clock.now(),
  });
  const findHandler: MakeJobContext["findHandler"] = (app, handler) => findOwnJob(cache, app, handler);

  return {
    async create(asker, request) {
      // What is wrong with the rest may say what there is in the app.
      asker.assertApp(request.app, `create job "${request.key}"`);
      const made = { tenant, now: clock.now(), asker, registry, cache, findHandler };
      const job = await makeJob(request, { ...made, executors: await workers(asker.apps) });
      return add(asker, job, request.isImported === true ? ActKind.Import : ActKind.Create);
    },

    async copy(asker, key, request) {
      const original = await findJob(cache, asker, key);
      assertJobKey(request.key);
      const script = await scriptStampOf(original);
      const copied = script && { jobKey: key, version: script.version };
      const copy = copyOf(original, request.key, { now: clock.now(), by: asker.by });
      return add(asker, copy, ActKind.Copy, { copied });
    },

    async remove(asker, key, expectedRevision) {
      const current = await findJob(cache, asker, key);
      if (current.revision !== expectedRevision) throw staleRevision(key, expectedRevision, current.revision);
      await keepScript(current, store.scripts);
      await book.keepLatest(current);
      if (!(await removeJob(options, current))) throw staleRevision(key, expectedRevision, null);
      await book.noteDone(asker.by, { kind: ActKind.Delete, app: current.app, jobKey: key });
    },

    async list(asker, query, page) {
      const within = scopedQuery(asker.apps, { ...query, tenant });
      if (within === null) return EMPTY_PAGE;
      const { status, label, orderBy, descending = false, ...stored } = within;
      const isNamed = asker.apps.isAll || within.app !== undefined;
      const isStored =
        isNamed && status === undefined && label === undefined && orderBy === undefined && !descending;
      const found = isStored
        ? await store.definitions.list(stored, page)
        : pageOfJobs(await findJobs(within, finding(asker)), descending, page);
      return { items: await view(found.items), nextCursor: found.nextCursor };
    },

    async count(asker, query) {
      const within = scopedQuery(asker.apps, query);
      if (within === null) return 0;
      const { orderBy: _, ...unordered } = within;
      return (await findJobs(unordered, finding(asker))).length;
    },

    async names({ apps }, keys) {
      const known = await cache.getMany([...new Set(keys)]);
      const visible = [...known.values()].filter(({ app }) => apps.has(app));
      return new Map(visible.map(({ key, options: { name } }) => [key, name]));
    },

    async get(asker, key) {
      return detail(asker, await findJob(cache, asker, key));
    },

    async update(
      asker: Asker,
      key: string,
      patch: unknown,
      expectedRevision: number,
      scriptNote: ScriptNote = {},
    ) {
      const { by } = asker;
      const current = await findJob(cache, asker, key);
      if (current.revision !== expectedRevision) throw staleRevision(key, expectedRevision, current.revision);
      const doing = `change job "${key}"`;
      const { stated, ...given } = partsOf(patch);
      const options = applyStatedOptions(current.options, parseStatedOptions(current.kind, stated, doing));
      assertEdit(current, options, stated, doing);
      if (options.children !== current.options.children)
        await assertChildren({ key, options }, { cache, app: current.app, asker }, doing);
      const args = "args" in given ? copyJson(given.args ?? null, "/args") : current.args;
      const work =
        "work" in given
          ? await parseWork(given.work, { key, app: current.app, asker, cache }, doing)
          : current.work;
      const isGraph = "work" in given && isTask({ work }) && !("argsSchema" in given);
      const argsSchema = isGraph ? schemaOfTask(work) : argsSchemaAfter(current, work, given, doing);
      if ("work" in given) assertRunner(work, current.app, await workers(asker.apps), doing);
      const isChecked = "args" in given || "work" in given || "argsSchema" in given;
      if (isChecked || options.schedule !== current.options.schedule)
        await assertStoredArgs({ key, app: current.app, work, args, argsSchema, options }, findHandler);
      if (changesNothing({ options, args, argsSchema, work }, current)) return detail(asker, current);
      const now = clock.now();
      const next: JobDefinition = {
        ...bodyEditedAfter(current, work),
        ...owedSince(current, options, now),
        ...queuedBefore(current.options, options),
        options,
        edited: editedAfter(current, options),
        args,
        argsSchema,
        work,
        revision: current.revision + 1,
        updatedAt: now,
        updatedBy: by,
      };
      const changed = await stampScript(current, next, scriptNote, stamping);
      const { comment = null } = scriptNote;
      const written = await writer.replace(asker, current, changed, { kind: ActKind.Edit, note: comment });
      if (written === null) throw staleRevision(key, expectedRevision, null);
      await useEdit(current, written, dispatching);
      return detail(asker, written);
    },

    async pause(asker, key, { until = null, note = null, waiting, unlessPaused, operation = null } = {}) {
      const { by } = asker;
      const now = clock.now();
      if (until !== null && until <= now) {
        throw invalidInput(`pause job "${key}"`, [issueAt("/until", "in_the_past")]);
      }
      const cursor = await readFiringCursor(state, tenant);
      const rememberFrom = new Date((cursor?.getTime() ?? 0) - REMEMBER_PAUSES_MS);
      const pause = { at: now, until, note, ...(by !== null && { by }) };
      const paused = await writer.change(asker, key, { kind: ActKind.Pause, operation }, (current) => ({
        ...current,
        ...withPause(current, pause, rememberFrom, unlessPaused),
        revision: current.revision + 1,
        updatedAt: now,
        updatedBy: by,
      }));
      if (waiting === WaitingFires.Cancel) await endWaiting(options, paused, WAITING_STATES, endPaused);
      return detail(asker, paused);
    },

    async resume(asker, key, { operation = null } = {}) {
      const { by } = asker;
      const now = clock.now();
      // The pause stays, over: what was due before it began may still have to be made up for.
      const resumed = await writer.change(asker, key, { kind: ActKind.Resume, operation }, (current) =>
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
      await releaseHeld(await findJob(cache, asker, key), dispatching);
      return detail(asker, resumed);
    },

    stopApp: (asker, app, request = {}) => stopApp(asker, app, request, options),
    startApp: (asker, app) => startApp(asker, app, options),

    async upcoming(asker, key, count) {
      const definition = await findJob(cache, asker, key);
      assertRecurring(definition, "show the next fires of");
      return upcomingFires(definition, clock.now(), count, await readLatestFires([definition], options));
    },
  };
}
