import type { Asker } from "../../access/asker.ts";
import { MoJobError } from "../../base/error.ts";
import type { JobInstance, JobInstanceSummary } from "../../model/instance/job-instance.ts";
import { isTerminal, JobState } from "../../model/instance/job-state.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import { isTrialKey } from "../../definition/trial/trial-key.ts";
import type { TaskDriver } from "../../driver/task-driver.ts";
import { Composites } from "../../dispatch/composite/composites.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import { giveBackSlots } from "../../dispatch/give-back-slots.ts";
import { partIds } from "../../model/composite/run-part.ts";
import { followUpId } from "../../model/name/follow-up-id.ts";
import { namedExecutor } from "../../placement/candidates.ts";
import { canRun } from "../../placement/can-run.ts";
import { ActKind } from "../../model/history/act.ts";
import { readReruns } from "../history/read-reruns.ts";
import type { OperationLedger } from "../history/operation-ledger.ts";
import { runBulk } from "./bulk.ts";
import { cancelRuns, notFound, type ReadRuns } from "./cancel-run.ts";
import { readFailures } from "./failure-groups.ts";
import { HandledFailures } from "./handled-failures.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";
import type { CancelRequest } from "../../scheduler/instance-requests.ts";
import { createRunStarter, type RunStarterOptions } from "./run-starter.ts";
import { tryWork, type TryWorkOptions } from "./try-work.ts";
import { signedBy } from "./signed-by.ts";
import type { Asked } from "../access/asked.ts";
import { countWithin, listWithin, scopedQuery } from "../scope/scoped-query.ts";

export interface InstanceServiceOptions extends RunStarterOptions, TryWorkOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly runtime: IMoRuntime;
  readonly dispatcher: Dispatcher;
  readonly ledger: OperationLedger;
  readonly tasks: TaskDriver;
}

function aboutRun({ app, jobKey, id }: JobInstance) {
  return { app, jobKey: isTrialKey(jobKey) ? null : jobKey, instanceId: id };
}

/** Starts, shows and ends runs. */
export function createInstanceService(options: InstanceServiceOptions): Asked<InstanceService> {
  const { tenant, store, cache, runtime, clock, workers, book, ledger, tasks } = options;
  const { instances, queries } = store;
  const composites = new Composites({ ...options, store: instances });
  const handled = new HandledFailures(options);

  const readFor =
    ({ apps }: Asker): ReadRuns =>
    async (ids) => {
      const runs = await instances.get(tenant, ids);
      return apps.isAll ? runs : runs.map((run) => (run !== null && apps.has(run.app) ? run : null));
    };

  const find = async (asker: Asker, id: string): Promise<JobInstance> => {
    const [instance] = await instances.get(tenant, [id]);
    if (instance && asker.finds(instance.app)) return instance;
    throw notFound(id);
  };

  const cancel = async (
    asker: Asker,
    ids: readonly string[],
    request: CancelRequest,
  ): Promise<readonly (JobInstance | MoJobError)[]> => {
    const signed = signedBy(asker.by, request);
    const results = await cancelRuns(instances, clock, readFor(asker), ids, signed);
    await book.note(
      results.flatMap((run) =>
        run instanceof MoJobError
          ? []
          : book.make(signed.by ?? null, {
              ...aboutRun(run),
              kind: ActKind.Cancel,
              note: request.reason ?? null,
              operation: request.operation ?? null,
            }),
      ),
    );
    for (const run of results)
      if (!(run instanceof MoJobError) && isTerminal(run.state)) runtime.forget?.(run);
    await composites.settle(results.filter((run) => !(run instanceof MoJobError)) as JobInstance[]);
    return results;
  };

  const service: Asked<InstanceService> = {
    ...createRunStarter(options, find),

    tryWork: (asker, request) => tryWork(asker, request, options),

    list: ({ apps }, query, page) =>
      listWithin(apps, { ...query, tenant }, page, (within, part) => queries.list(within, part)),

    count: ({ apps }, query, cap) =>
      countWithin(apps, { ...query, tenant }, cap, (within) => queries.count(within, cap)),

    async recentByJob({ apps }, jobKeys, limit) {
      const recent = await queries.recentByJob(tenant, jobKeys, limit);
      if (apps.isAll) return recent;
      const own = [...recent].map(([key, runs]) => [key, runs.filter(({ app }) => apps.has(app))] as const);
      return new Map(own.filter(([, runs]) => runs.length > 0));
    },

    get: find,

    async children(asker, id) {
      const run = await find(asker, id);
      const children = (await cache.get(run.jobKey))?.options.children ?? [];
      const followUps = await Promise.all(children.map(({ job }) => followUpId(id, job)));
      const ids = [...(await partIds(id, Composites.partsOf(run))), ...followUps];
      const found = ids.length === 0 ? [] : await readFor(asker)(ids);
      const nodes = (await tasks.runsOf(run)).filter(({ app }) => asker.finds(app));
      return [...nodes, ...found.filter((one) => one !== null)];
    },

    async waitingForWorker({ apps }, instances) {
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
    },

    async workerNames({ apps }, instances) {
      const ids = new Set(instances.flatMap(({ worker }) => (worker === null ? [] : [worker])));
      if (ids.size === 0) return new Map();
      const seen = await store.executors.list(tenant, new Date(0), apps.only ?? undefined);
      return new Map(
        seen.flatMap((one) =>
          ids.has(one.id) && apps.has(one.app) ? [[one.id, namedExecutor(one).name]] : [],
        ),
      );
    },

    async cancel(asker, id, request = {}) {
      if (!asker.apps.isAll) await find(asker, id);
      const [result] = await cancel(asker, [id], request);
      if (result instanceof MoJobError) throw result;
      return result as JobInstance;
    },

    async release(asker, id, request = {}) {
      const run = await find(asker, id);
      const { abandoned } = run;
      if (abandoned !== null) {
        const { by: asked = null } = signedBy(asker.by, request);
        await book.noteDone(asked, { ...aboutRun(run), kind: ActKind.Release });
        const giver = { how: "asked", by: asked } as const;
        await giveBackSlots([{ id, attempt: abandoned.attempt }], giver, {
          ...options,
          store: instances,
          wake: (retries) => runtime.wake?.(retries),
        });
      }
      return find(asker, id);
    },

    bulk: (asker, request) =>
      runBulk(
        {
          list: (query, page) => service.list(asker, query, page),
          rerun: (id, rerun) => service.rerun(asker, id, rerun),
          cancel: (ids, cancelling) => cancel(asker, ids, cancelling),
          read: readFor(asker),
          rerunBefore: async () => readReruns(store.history, { tenant }),
          begin: (plan) => ledger.begin({ ...plan, by: signedBy(asker.by, request).by ?? null }),
        },
        request,
      ),

    async failures({ apps }, query) {
      const within = scopedQuery(apps, { ...query, tenant });
      if (within === null)
        return { groups: [], numbers: [], groupCount: 0, runs: 0, grouped: 0, isComplete: true };
      return readFailures(within, {
        apps,
        list: (wanted, page) => listWithin(apps, wanted, page, (some, part) => queries.list(some, part)),
        get: (ids) => instances.get(tenant, ids),
        handled,
        reruns: await readReruns(store.history, { tenant, from: query.from }),
        now: clock.now(),
      });
    },

    async handleFailure(asker, id, request) {
      if (!asker.apps.isAll) {
        // An id does not show whose runs it is about.
        const { groups } = await service.failures(asker, { from: new Date(0) });
        if (groups.every((group) => group.id !== id)) throw notFound(id);
      }
      return handled.change(asker.by, id, request);
    },

    async carrier(asker, id) {
      const instance = await find(asker, id);
      return (await runtime.findCarrier?.(instance)) ?? null;
    },

    async logs(asker, id, after, limit) {
      await find(asker, id);
      return store.logs.list(tenant, id, after, limit);
    },
  };
  return service;
}
