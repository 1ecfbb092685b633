import { MoJobError } from "../../base/error.ts";
import type { JobInstance, JobInstanceSummary } from "../../model/instance/job-instance.ts";
import { isTerminal, JobState } from "../../model/instance/job-state.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import { Broadcasts } from "../../dispatch/broadcast/broadcasts.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import { giveBackSlots } from "../../dispatch/give-back-slots.ts";
import { shardIds } from "../../model/broadcast/shard.ts";
import { isBroadcasting } from "../../model/instance/lane.ts";
import { followUpId } from "../../model/name/follow-up-id.ts";
import { canRun } from "../../placement/can-run.ts";
import { runBulk } from "./bulk.ts";
import { cancelRuns, notFound, type ReadRuns } from "./cancel-run.ts";
import { readFailures } from "./failure-groups.ts";
import { HandledFailures } from "./handled-failures.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";
import type { CancelRequest } from "../../scheduler/instance-requests.ts";
import { createRunStarter, type RunStarterOptions } from "./run-starter.ts";
import { signedBy } from "./signed-by.ts";
import { EMPTY_PAGE, scopedQuery } from "../scope/scoped-query.ts";

export interface InstanceServiceOptions extends RunStarterOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly runtime: IMoRuntime;
  readonly dispatcher: Dispatcher;
  readonly workers: () => Promise<readonly ExecutorRecord[]>;
}

/** Starts, shows and ends runs. */
export function createInstanceService(options: InstanceServiceOptions): InstanceService {
  const { tenant, scope, by, store, cache, runtime, clock, workers } = options;
  const { instances, queries } = store;
  const broadcasts = new Broadcasts({ ...options, store: instances });
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
    const results = await cancelRuns(instances, clock, read, ids, signedBy(by, request));
    for (const run of results)
      if (!(run instanceof MoJobError) && isTerminal(run.state)) runtime.forget?.(run);
    await broadcasts.settle(
      results.filter((run) => !(run instanceof MoJobError) && isBroadcasting(run)) as JobInstance[],
    );
    return results;
  };

  const service: InstanceService = {
    ...createRunStarter(options, find),

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

    async children(id) {
      const run = await find(id);
      const children = (await cache.get(run.jobKey))?.options.children ?? [];
      const followUps = await Promise.all(children.map(({ job }) => followUpId(id, job)));
      const ids = [...(await shardIds(run)), ...followUps];
      return ids.length === 0 ? [] : (await read(ids)).filter((run) => run !== null);
    },

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

    async release(id, request = {}) {
      const { abandoned } = await find(id);
      if (abandoned !== null) {
        const { by: asked = null } = signedBy(by, request);
        const giver = { how: "asked", by: asked } as const;
        await giveBackSlots([{ id, attempt: abandoned.attempt }], giver, {
          ...options,
          store: instances,
          wake: (retries) => runtime.wake?.(retries),
        });
      }
      return find(id);
    },

    bulk: (request) => runBulk(service, cancel, request),

    async failures(query) {
      const within = scopedQuery(scope, { ...query, tenant });
      if (within === null) return { groups: [], runs: 0, isComplete: true };
      return readFailures({ ...within, from: query.from }, { queries, handled, now: clock.now() });
    },

    async handleFailure(id, request) {
      if (scope !== null) {
        // An id does not show whose runs it is about.
        const { groups } = await service.failures({ from: new Date(0) });
        if (groups.every((group) => group.id !== id)) throw notFound(id);
      }
      return handled.change(id, request);
    },

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
