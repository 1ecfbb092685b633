import type { Requester } from "../../access/requester.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { StoredFile } from "../../model/file/stored-file.ts";
import type { JobInstance, JobInstanceSummary, JobLogLine } from "../../model/instance/job-instance.ts";
import { isTerminal, JobState } from "../../model/instance/job-state.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import type { FileContent } from "../../ports/file-store.ts";
import type { InstanceQuery } from "../../ports/instance-queries.ts";
import type { Page, PageRequest } from "../../ports/page.ts";
import type { Carrier, IMoRuntime } from "../../ports/runtime.ts";
import { isTrialKey } from "../../definition/trial/trial-key.ts";
import type { TaskHost } from "../../work/task-host.ts";
import { Composites } from "../../dispatch/composite/composites.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import { giveBackSlots } from "../../waiting/release/give-back-slots.ts";
import { partIds } from "../../model/composite/run-part.ts";
import { followUpId } from "../../model/name/follow-up-id.ts";
import { namedExecutor } from "../../placement/candidates.ts";
import { canRun } from "../../placement/can-run.ts";
import { ActKind } from "../../model/history/act.ts";
import { readReruns } from "../history/read-reruns.ts";
import type { OperationRecords } from "../history/operation-records.ts";
import { runBulk } from "./bulk.ts";
import { cancelRuns, notFound, type ReadRuns } from "./cancel-run.ts";
import { readFailures } from "./failure-groups.ts";
import { HandledFailures } from "./handled-failures.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";
import type {
  FailureQuery,
  Failures,
  HandledFailure,
  HandleFailureRequest,
} from "../../scheduler/failures.ts";
import type {
  BulkRequest,
  BulkResult,
  CancelRequest,
  ReleaseRequest,
  TryRequest,
} from "../../scheduler/instance-requests.ts";
import { createRunStarter, type RunStarter, type RunStarterOptions } from "./run-starter.ts";
import { tryWork, type TryWorkOptions } from "./try-work.ts";
import { signedBy } from "./signed-by.ts";
import type { PerRequester } from "../access/per-requester.ts";
import { BY_CREATION, countWithin, listWithin, scopedQuery } from "../scope/scoped-query.ts";

export interface InstanceServiceOptions extends RunStarterOptions, TryWorkOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly runtime: IMoRuntime;
  readonly dispatcher: Dispatcher;
  readonly operationRecords: OperationRecords;
  readonly tasks: TaskHost | null;
}

function aboutRun({ app, jobKey, id }: JobInstance) {
  return { app, jobKey: isTrialKey(jobKey) ? null : jobKey, instanceId: id };
}

/** Starts, shows and ends runs. */
export class Instances implements PerRequester<InstanceService> {
  readonly trigger: RunStarter["trigger"];
  readonly triggerMany: RunStarter["triggerMany"];
  readonly rerun: RunStarter["rerun"];
  readonly #options: InstanceServiceOptions;
  readonly #composites: Composites;
  readonly #handled: HandledFailures;

  constructor(options: InstanceServiceOptions) {
    const starter = createRunStarter(options, (requester, id) => this.get(requester, id));
    this.trigger = starter.trigger;
    this.triggerMany = starter.triggerMany;
    this.rerun = starter.rerun;
    this.#options = options;
    this.#composites = new Composites({ ...options, store: options.store.instances });
    this.#handled = new HandledFailures(options);
  }

  async tryWork(requester: Requester, request: TryRequest): Promise<JobInstance> {
    return tryWork(requester, request, this.#options);
  }

  async list({ apps }: Requester, query: RunQuery, page: PageRequest): Promise<Page<JobInstanceSummary>> {
    const { tenant, store } = this.#options;
    const list = store.queries.list.bind(store.queries);
    return listWithin(apps, { ...query, tenant }, page, list, BY_CREATION);
  }

  async count({ apps }: Requester, query: RunQuery, cap: number): Promise<number> {
    const { tenant, store } = this.#options;
    return countWithin(apps, { ...query, tenant }, cap, (within) => store.queries.count(within, cap));
  }

  async recentByJob(
    { apps }: Requester,
    jobKeys: readonly string[],
    limit: number,
  ): ReturnType<InstanceService["recentByJob"]> {
    const { tenant, store } = this.#options;
    const recent = await store.queries.recentByJob(tenant, jobKeys, limit);
    if (apps.isAll) return recent;
    const own = [...recent].map(([key, runs]) => [key, runs.filter(({ app }) => apps.has(app))] as const);
    return new Map(own.filter(([, runs]) => runs.length > 0));
  }

  async get(requester: Requester, id: string): Promise<JobInstance> {
    const { tenant, store } = this.#options;
    const [instance] = await store.instances.get(tenant, [id]);
    if (instance && requester.finds(instance.app)) return instance;
    throw notFound(id);
  }

  async children(requester: Requester, id: string): Promise<readonly JobInstance[]> {
    const { cache, tasks } = this.#options;
    const run = await this.get(requester, id);
    const children = (await cache.get(run.jobKey))?.options.children ?? [];
    const followUps = await Promise.all(children.map(({ job }) => followUpId(id, job)));
    const ids = [...(await partIds(id, Composites.partsOf(run))), ...followUps];
    const found = ids.length === 0 ? [] : await this.#read(requester, ids);
    const nodes = ((await tasks?.runsOf(run)) ?? []).filter(({ app }) => requester.finds(app));
    return [...nodes, ...found.filter((one) => one !== null)];
  }

  async waitingForWorker(
    { apps }: Requester,
    instances: readonly JobInstanceSummary[],
  ): Promise<ReadonlySet<string>> {
    const { cache, workers } = this.#options;
    const waiting = instances.filter(({ state }) => state === JobState.Enqueued);
    if (waiting.length === 0) return new Set();
    const [executors, definitions] = await Promise.all([
      workers(apps),
      cache.getMany([...new Set(waiting.map(({ jobKey }) => jobKey))]),
    ]);
    const hasWorker = ({ jobKey }: JobInstanceSummary): boolean => {
      const definition = definitions.get(jobKey);
      return definition !== undefined && executors.some((executor) => canRun(executor, definition));
    };
    return new Set(waiting.filter((instance) => !hasWorker(instance)).map(({ id }) => id));
  }

  async workerNames(
    { apps }: Requester,
    instances: readonly JobInstanceSummary[],
  ): Promise<ReadonlyMap<string, string>> {
    const { tenant, store } = this.#options;
    const ids = new Set(instances.flatMap(({ worker }) => (worker === null ? [] : [worker])));
    if (ids.size === 0) return new Map();
    const seen = await store.executors.list(tenant, new Date(0), apps.only ?? undefined);
    const known = new Set(seen.map(({ id }) => id));
    const left = await store.workerNames.get(tenant, [...ids.difference(known)]);
    return new Map(
      [...seen.map((one) => ({ app: one.app, ...namedExecutor(one) })), ...left].flatMap(
        ({ id, app, name }) => (ids.has(id) && apps.has(app) ? [[id, name]] : []),
      ),
    );
  }

  async cancel(requester: Requester, id: string, request: CancelRequest = {}): Promise<JobInstance> {
    if (!requester.apps.isAll) await this.get(requester, id);
    const [result] = await this.#cancel(requester, [id], request);
    if (result instanceof MoJobError) throw result;
    return result as JobInstance;
  }

  async release(requester: Requester, id: string, request: ReleaseRequest = {}): Promise<JobInstance> {
    const { store, runtime, actLog } = this.#options;
    const run = await this.get(requester, id);
    const { abandoned } = run;
    if (abandoned === null) return run;
    const { by = null } = signedBy(requester.by, request);
    await actLog.noteDone({ by, from: requester.from }, { ...aboutRun(run), kind: ActKind.Release });
    await giveBackSlots(
      [{ id, attempt: abandoned.attempt }],
      { how: "asked", by },
      {
        ...this.#options,
        store: store.instances,
        wake: (retries) => runtime.wake?.(retries),
      },
    );
    return this.get(requester, id);
  }

  async bulk(requester: Requester, request: BulkRequest): Promise<BulkResult> {
    const { tenant, store, operationRecords } = this.#options;
    const { by = null } = signedBy(requester.by, request);
    return runBulk(
      {
        list: (query, page) => this.list(requester, query, page),
        rerun: (id, rerun) => this.rerun(requester, id, rerun),
        cancel: (ids, cancelling) => this.#cancel(requester, ids, cancelling),
        read: (ids) => this.#read(requester, ids),
        rerunBefore: async () => readReruns(store.history, { tenant }),
        lost: () => requester.lost(),
        begin: (plan) => operationRecords.begin({ ...plan, by }),
      },
      request,
    );
  }

  async failures(requester: Requester, query: FailureQuery): Promise<Failures> {
    const { tenant, store, clock } = this.#options;
    const { apps } = requester;
    const within = scopedQuery(apps, { ...query, tenant });
    if (within === null)
      return { groups: [], numbers: [], groupCount: 0, runs: 0, grouped: 0, isComplete: true };
    return readFailures(within, {
      apps,
      list: (wanted, page) => this.list(requester, wanted, page),
      get: (ids) => store.instances.get(tenant, ids),
      handled: this.#handled,
      reruns: await readReruns(store.history, { tenant, from: query.from }),
      now: clock.now(),
    });
  }

  async handleFailure(
    requester: Requester,
    id: string,
    request: HandleFailureRequest,
  ): Promise<HandledFailure> {
    if (!requester.apps.isAll) {
      // An id does not show whose runs it is about.
      const { groups } = await this.failures(requester, { from: new Date(0) });
      if (groups.every((group) => group.id !== id)) throw notFound(id);
    }
    return this.#handled.change(requester.by, id, request);
  }

  async carrier(requester: Requester, id: string): Promise<Carrier | null> {
    const instance = await this.get(requester, id);
    return (await this.#options.runtime.findCarrier?.(instance)) ?? null;
  }

  async logs(requester: Requester, id: string, after: number, limit: number): Promise<readonly JobLogLine[]> {
    const { tenant, store } = this.#options;
    await this.get(requester, id);
    return store.logs.list(tenant, id, after, limit);
  }

  async files(requester: Requester, id: string): Promise<readonly StoredFile[]> {
    const { tenant, store } = this.#options;
    await this.get(requester, id);
    return store.files.list(tenant, id);
  }

  async file(requester: Requester, id: string, name: string): Promise<FileContent> {
    const { tenant, store } = this.#options;
    await this.get(requester, id);
    const file = await store.files.get(tenant, id, name);
    if (file !== null) return file;
    const what = `Cannot find file ${JSON.stringify(name)} of run "${id}"`;
    throw new MoJobError(MoJobErrorCode.FileNotFound, `${what}: the run has none of this name`);
  }

  /** The runs that the caller may see; `null` for each other one. */
  async #read({ apps }: Requester, ids: readonly string[]): Promise<readonly (JobInstance | null)[]> {
    const { tenant, store } = this.#options;
    const runs = await store.instances.get(tenant, ids);
    return apps.isAll ? runs : runs.map((run) => (run !== null && apps.has(run.app) ? run : null));
  }

  async #cancel(
    requester: Requester,
    ids: readonly string[],
    request: CancelRequest,
  ): Promise<readonly (JobInstance | MoJobError)[]> {
    const { store, clock, actLog, runtime } = this.#options;
    const signed = signedBy(requester.by, request);
    const read: ReadRuns = (wanted) => this.#read(requester, wanted);
    const results = await cancelRuns(store.instances, clock, read, ids, signed);
    const cancelled = results.filter((run) => !(run instanceof MoJobError)) as JobInstance[];
    const { reason: note = null, operation = null } = request;
    const doer = { by: signed.by ?? null, from: requester.from };
    await actLog.note(
      cancelled.map((run) => actLog.make(doer, { ...aboutRun(run), kind: ActKind.Cancel, note, operation })),
    );
    for (const run of cancelled) if (isTerminal(run.state)) runtime.forget?.(run);
    await this.#composites.settle(cancelled);
    return results;
  }
}

/** A list's filter; the tenant is the scheduler's. */
type RunQuery = Omit<InstanceQuery, "tenant">;
