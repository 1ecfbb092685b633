import type { Clock } from "../../base/clock.ts";
import { isMoJobError, MoJobError } from "../../base/error.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { InstanceCreator } from "../../dispatch/instance-creator.ts";
import { type JobInstance, type JobInstanceSummary, TriggerType } from "../../model/instance/job-instance.ts";
import { isTerminal, JobState } from "../../model/instance/job-state.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import { canRun } from "../../placement/can-run.ts";
import type { CodeRunner } from "../../work/code-runner.ts";
import { runBulk } from "./bulk.ts";
import { cancelRuns, notFound, type ReadRuns } from "./cancel-run.ts";
import { readFailures } from "./failure-groups.ts";
import { HandledFailures } from "./handled-failures.ts";
import { findJob } from "../jobs/find-job.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";
import type {
  CancelRequest,
  OperationProblem,
  RerunRequest,
  TriggerRequest,
} from "../../scheduler/instance-requests.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { resolveRunRequest } from "./run-request.ts";
import type { DebugMode } from "../../dispatch/debug-mode.ts";
import { EMPTY_PAGE, scopedQuery } from "../scope/scoped-query.ts";

export interface InstanceServiceOptions {
  readonly tenant: string;
  readonly scope: string | null;
  /** Who asks, for the record; `null` is the program itself. */
  readonly by: string | null;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly creator: InstanceCreator;
  readonly runtime: IMoRuntime;
  readonly clock: Clock;
  readonly debugMode: DebugMode;
  readonly code: CodeRunner | null;
  readonly workers: () => Promise<readonly ExecutorRecord[]>;
}

/** Starts, shows and ends runs. */
export function createInstanceService(options: InstanceServiceOptions): InstanceService {
  const { tenant, scope, by, store, cache, creator, runtime, clock, debugMode, code, workers } = options;
  const { instances, queries } = store;
  const handled = new HandledFailures(options);

  const read: ReadRuns = async (ids) => {
    const runs = await instances.get(tenant, ids);
    return scope === null ? runs : runs.map((run) => (run?.app === scope ? run : null));
  };

  const find = async (id: string): Promise<JobInstance> => {
    const [instance] = await read([id]);
    if (instance) return instance;
    throw notFound(id);
  };

  const cancel = async (
    ids: readonly string[],
    request: CancelRequest,
  ): Promise<readonly (JobInstance | MoJobError)[]> => {
    const results = await cancelRuns(instances, clock, read, ids, signed(request));
    for (const run of results)
      if (!(run instanceof MoJobError) && isTerminal(run.state)) runtime.forget?.(run);
    return results;
  };

  /** Only the program itself says on whose behalf it asks; any other principal is kept as what it is. */
  const signed = <Request extends { readonly by?: string }>(request: Request): Request =>
    by === null ? request : { ...request, by };

  const start = async (definition: JobDefinition, request: TriggerRequest): Promise<JobInstance> => {
    const context = { now: clock.now(), debugMode, code, cache };
    const run = await resolveRunRequest(definition, signed(request), context);
    return (await creator.createOne(run)).instance;
  };

  const service: InstanceService = {
    async trigger(jobKey, request) {
      return start(await findJob(cache, scope, jobKey), request);
    },

    async triggerMany(jobKey, requests) {
      if (requests.length === 0) return [];
      const found = findJob(cache, scope, jobKey);
      return Promise.all(
        requests.map((request) =>
          found
            .then((definition) => start(definition, request))
            .then(
              (instance) => ({ instance }),
              (error: unknown) => ({ problem: toOperationProblem(error) }),
            ),
        ),
      );
    },

    async list(query, page) {
      const within = scopedQuery(scope, { ...query, tenant });
      return within === null ? EMPTY_PAGE : queries.list(within, page);
    },

    async count(query, cap) {
      const within = scopedQuery(scope, { ...query, tenant });
      return within === null ? 0 : queries.count(within, cap);
    },

    async recentByJob(jobKeys, limit) {
      const recent = await queries.recentByJob(tenant, jobKeys, limit);
      if (scope === null) return recent;
      const own = [...recent].map(([key, runs]) => [key, runs.filter(({ app }) => app === scope)] as const);
      return new Map(own.filter(([, runs]) => runs.length > 0));
    },

    get: find,

    async waitingForWorker(instances) {
      const waiting = instances.filter(({ state }) => state === JobState.Enqueued);
      if (waiting.length === 0) return new Set();
      const [executors, definitions] = await Promise.all([
        workers(),
        cache.getMany([...new Set(waiting.map(({ jobKey }) => jobKey))]),
      ]);
      const hasWorker = ({ jobKey }: JobInstanceSummary): boolean => {
        const definition = definitions.get(jobKey);
        return definition !== undefined && executors.some((executor) => canRun(executor, definition));
      };
      return new Set(waiting.filter((instance) => !hasWorker(instance)).map(({ id }) => id));
    },

    async cancel(id, request = {}) {
      const [result] = await cancel([id], request);
      if (result instanceof MoJobError) throw result;
      return result as JobInstance;
    },

    async rerun(id, request: RerunRequest = {}) {
      const original = await find(id);
      const definition = await findJob(cache, scope, original.jobKey);
      const { args, ...rest } = signed(request);
      const run = await resolveRunRequest(
        definition,
        {
          ...rest,
          ...(args !== undefined && { args }),
          manual: true,
          source: TriggerType.Rerun,
        },
        { now: clock.now(), debugMode, code, cache },
        original,
      );
      return (await creator.createOne(run)).instance;
    },

    bulk: (request) => runBulk(service, cancel, request),

    async failures(query) {
      const within = scopedQuery(scope, { ...query, tenant });
      if (within === null) return { groups: [], runs: 0, isComplete: true };
      return readFailures({ ...within, from: query.from }, { queries, handled, now: clock.now() });
    },

    handleFailure: (id, request) => handled.change(id, request),

    async carrier(id) {
      const instance = await find(id);
      return (await runtime.findCarrier?.(instance)) ?? null;
    },

    async logs(id, after, limit) {
      await find(id);
      return store.logs.list(tenant, id, after, limit);
    },
  };
  return service;
}

/** The problem of one refused item of many. An error that no item caused is rethrown, because the whole call has failed then. */
export function toOperationProblem(error: unknown): OperationProblem {
  if (!isMoJobError(error)) throw error;
  return { code: error.code, message: error.message, issues: error.issues };
}
