import type { Clock } from "../base/clock.ts";
import { isMoJobError, MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { InstanceCreator } from "../instance/instance-creator.ts";
import { type JobInstance, TriggerType } from "../instance/job-instance.ts";
import { isTerminal } from "../instance/job-state.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { IMoRuntime } from "../ports/runtime.ts";
import type { JobCode } from "../running/job-code.ts";
import { runBulk } from "./bulk.ts";
import { cancelRun } from "./cancel-run.ts";
import { findJob } from "./find-job.ts";
import type { InstanceService, OperationProblem, RerunRequest } from "./mo-job-scheduler.ts";
import { resolveRunRequest } from "./run-request.ts";
import type { SchedulerOptions } from "./scheduler-options.ts";
import { EMPTY_PAGE, scopedQuery } from "./scoped-query.ts";

export interface InstanceServiceOptions {
  readonly tenant: string;
  readonly scope: string | null;
  readonly store: IMoJobScheduleMetadataStore;
  readonly cache: JobDefinitionCache;
  readonly creator: InstanceCreator;
  readonly runtime: IMoRuntime;
  readonly clock: Clock;
  readonly scheduler: SchedulerOptions;
  readonly code: JobCode | null;
}

/** Starts, shows and ends runs. */
export function createInstanceService(options: InstanceServiceOptions): InstanceService {
  const { tenant, scope, store, cache, creator, runtime, clock, scheduler, code } = options;
  const { instances } = store;

  const find = async (id: string): Promise<JobInstance> => {
    const [instance] = await instances.get(tenant, [id]);
    if (instance && (scope === null || instance.app === scope)) return instance;
    throw new MoJobError(MoJobErrorCode.InstanceNotFound, `Cannot find run "${id}": no run has this id`);
  };

  const service: InstanceService = {
    async trigger(jobKey, request) {
      const definition = await findJob(cache, scope, jobKey);
      const run = await resolveRunRequest(definition, request, { now: clock.now(), scheduler, code });
      return (await creator.createOne(run)).instance;
    },

    triggerMany(jobKey, requests) {
      return Promise.all(
        requests.map((request) =>
          service.trigger(jobKey, request).then(
            (instance) => ({ instance }),
            (error: unknown) => ({ problem: problemOf(error) }),
          ),
        ),
      );
    },

    async list(query, page) {
      const within = scopedQuery(scope, { ...query, tenant });
      return within === null ? EMPTY_PAGE : instances.list(within, page);
    },

    async count(query, cap) {
      const within = scopedQuery(scope, { ...query, tenant });
      return within === null ? 0 : instances.count(within, cap);
    },

    async recentByJob(jobKeys, limit) {
      const recent = await instances.recentByJob(tenant, jobKeys, limit);
      if (scope === null) return recent;
      const own = [...recent].map(([key, runs]) => [key, runs.filter(({ app }) => app === scope)] as const);
      return new Map(own.filter(([, runs]) => runs.length > 0));
    },

    get: find,

    async cancel(id, request = {}) {
      const run = await cancelRun(instances, clock, () => find(id), request);
      if (isTerminal(run.state)) runtime.forget?.(run);
      return run;
    },

    async rerun(id, request: RerunRequest = {}) {
      const original = await find(id);
      const definition = await findJob(cache, scope, original.jobKey);
      const { args, ...rest } = request;
      const run = await resolveRunRequest(
        definition,
        {
          ...rest,
          args: args === undefined ? (original.args ?? undefined) : args,
          manual: true,
          source: TriggerType.Rerun,
        },
        { now: clock.now(), scheduler, code },
        id,
      );
      return (await creator.createOne(run)).instance;
    },

    bulk: (request) => runBulk(service, request),

    async logs(id, after, limit) {
      await find(id);
      return store.logs.list(tenant, id, after, limit);
    },
  };
  return service;
}

/** What one refused item of many is told. What is nobody's mistake is thrown on: the whole call has failed then. */
export function problemOf(error: unknown): OperationProblem {
  if (!isMoJobError(error)) throw error;
  return { code: error.code, message: error.message, issues: error.issues };
}
