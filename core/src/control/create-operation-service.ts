import type { AppSet } from "../access/app-set.ts";
import type { Requester } from "../access/requester.ts";
import { createId } from "../base/ids.ts";
import { fingerprint } from "../base/fingerprint.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import { isInForce } from "../model/begin/pause-in-force.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { type Operation, type OperationItem, OperationKind } from "../model/history/operation.ts";
import type { JobDetail, JobService } from "../scheduler/job-service.ts";
import type { InstanceService } from "../scheduler/instance-service.ts";
import type {
  ChangedJobs,
  ChangeJobsRequest,
  OperationService,
} from "../scheduler/history/operation-service.ts";
import type { PerRequester } from "./access/per-requester.ts";
import { toOperationProblem } from "./instances/operation-problem.ts";
import { notUndoable, type OperationRecords, operationNotFound } from "./history/operation-records.ts";

/** Some at a time, so that a thousand jobs are not a thousand writes at once. */
const AT_ONCE = 20;
const UNDO_WITHIN_MS = 10 * 60_000;

const KIND_OF = { pause: OperationKind.Pause, resume: OperationKind.Resume, run: OperationKind.Run } as const;

export interface OperationServiceOptions {
  readonly cache: JobDefinitionCache;
  readonly clock: { now(): Date };
  readonly operationRecords: OperationRecords;
  readonly jobs: Pick<PerRequester<JobService>, "pause" | "resume">;
  readonly instances: Pick<PerRequester<InstanceService>, "trigger" | "bulk">;
}

/** Changes many jobs at once, shows what became of it, and undoes it. */
export function createOperationService(options: OperationServiceOptions): PerRequester<OperationService> {
  const { cache, clock, operationRecords, instances } = options;

  /** Marks the operations that can be undone, so that each is undone once. */
  const undoing = async (
    requester: Requester,
    id: string,
    kinds: readonly OperationKind[],
  ): Promise<OperationItem[]> => {
    const operation = await find(operationRecords, requester, id);
    if (!kinds.includes(operation.kind)) throw notUndoable(id, `it is a "${operation.kind}"`);
    if (operation.undoneBy !== null) throw notUndoable(id, "it is undone already");
    const items = await operationRecords.items(id);
    return items.filter(({ problem, app }) => problem === null && requester.apps.has(app));
  };

  return {
    async list({ apps }) {
      const own = await operationRecords.list((operation) => sees(apps, operation));
      return own.map((operation) => within(apps, operation));
    },

    async get(requester, id) {
      const operation = await find(operationRecords, requester, id);
      const items = await operationRecords.items(id);
      return {
        operation: within(requester.apps, operation),
        items: items.filter(({ app }) => requester.apps.isAll || requester.apps.has(app)),
      };
    },

    async changeJobs(requester, request) {
      const { operation, results } = await changeAll(requester, request, options);
      return { operation, results };
    },

    async resumePaused(requester, id) {
      const items = await undoing(requester, id, [OperationKind.Pause]);
      const known = await cache.getMany(items.map(({ jobKey }) => jobKey));
      const now = clock.now();
      const still = items.filter(({ jobKey, pausedAt }) => isSamePause(known.get(jobKey), pausedAt, now));
      const operation = createId(now);
      await operationRecords.claimUndo(id, operation);
      const keys = still.map(({ jobKey }) => jobKey);
      return (await changeAll(requester, { action: "resume", keys, operation }, options, id)).ended;
    },

    async cancelMade(requester, id) {
      const items = await undoing(requester, id, [OperationKind.Rerun, OperationKind.Run]);
      const { at } = await operationRecords.get(id);
      if (clock.now().getTime() - at.getTime() > UNDO_WITHIN_MS)
        throw notUndoable(id, "its runs can be cancelled for 10 minutes");
      const ids = items.flatMap(({ madeId }) => madeId ?? []);
      const operation = createId(clock.now());
      await operationRecords.claimUndo(id, operation);
      await instances.bulk(requester, { action: "cancel", ids, undoOf: id, operation });
      return operationRecords.get(operation);
    },
  };
}

function sees(apps: AppSet, { parts }: Operation): boolean {
  return apps.isAll || parts.some(({ app }) => apps.has(app));
}

/** An operation as it is shown to somebody who does not see the jobs of other apps. */
function within(apps: AppSet, operation: Operation): Operation {
  return apps.isAll ? operation : { ...operation, parts: operation.parts.filter(({ app }) => apps.has(app)) };
}

/** @throws MoJobError `operation_not_found` where the caller sees none of its jobs */
async function find(operationRecords: OperationRecords, { apps }: Requester, id: string): Promise<Operation> {
  const operation = await operationRecords.get(id);
  if (operation.total === 0 || sees(apps, operation)) return operation;
  throw operationNotFound(id);
}

/** Changes the jobs some at a time, and writes down what became of each. */
async function changeAll(
  requester: Requester,
  request: ChangeJobsRequest,
  options: OperationServiceOptions,
  undoOf?: string,
): Promise<ChangedJobs & { readonly ended: Operation }> {
  const { cache, operationRecords } = options;
  const keys = [...new Set(request.keys)];
  const known = await cache.getMany(keys);
  const appOf = (key: string): string => known.get(key)?.app ?? "";
  const open = await operationRecords.begin({
    id: request.operation,
    kind: KIND_OF[request.action],
    by: requester.by,
    note: request.note ?? null,
    targets: keys.map((key) => ({ app: appOf(key), jobKey: key })),
    ...(undoOf !== undefined && { undoOf }),
  });
  const results: ChangedJobs["results"][number][] = [];
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const lost = await requester.lost();
    const some = await Promise.all(
      keys.slice(from, from + AT_ONCE).map(async (key) => {
        try {
          if (lost !== null) throw lost;
          return { key, made: await changeOne(requester, key, request, open.id, options), problem: null };
        } catch (error) {
          return { key, made: { madeId: null, pausedAt: null }, problem: toOperationProblem(error) };
        }
      }),
    );
    await open.handled(
      some.map(({ key, made, problem }) => ({
        id: key,
        app: appOf(key),
        jobKey: key,
        ...made,
        problem: problem && { code: problem.code, message: problem.message },
      })),
    );
    results.push(...some.map(({ key, made, problem }) => ({ key, instanceId: made.madeId, problem })));
  }
  return { operation: open.id, results, ended: await open.end() };
}

/** Does to one job what is asked, as a part of the operation. */
async function changeOne(
  requester: Requester,
  key: string,
  { action, until = null, note = null, waiting, overwrite = false, run = {} }: ChangeJobsRequest,
  operation: string,
  { jobs, instances }: OperationServiceOptions,
): Promise<Pick<OperationItem, "madeId" | "pausedAt">> {
  if (action === "run") {
    const { idempotencyKey, ...how } = run;
    // One key stands for the whole call; each run gets its own, short enough whatever the job.
    const own = idempotencyKey !== undefined && {
      idempotencyKey: await fingerprint([idempotencyKey, key]),
    };
    const { id } = await instances.trigger(requester, key, { ...how, ...own, operation });
    return { madeId: id, pausedAt: null };
  }
  if (action === "resume") {
    await jobs.resume(requester, key, { operation });
    return { madeId: null, pausedAt: null };
  }
  const { definition }: JobDetail = await jobs.pause(requester, key, {
    until,
    note,
    unlessPaused: !overwrite,
    operation,
    ...(waiting !== undefined && { waiting }),
  });
  return { madeId: null, pausedAt: definition.pause?.at.toISOString() ?? null };
}

/** Whether the pause in force is the one that began then. */
function isSamePause(job: JobDefinition | undefined, pausedAt: string | null, now: Date): boolean {
  const pause = job?.pause;
  return pause != null && isInForce(pause, now) && pause.at.toISOString() === pausedAt;
}
