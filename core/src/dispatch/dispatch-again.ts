import type { InstanceChange } from "../model/instance/instance-change.ts";
import type { RunRouting } from "../model/run-routing.ts";
import type { Clock } from "../base/clock.ts";
import { destinationOf } from "../model/destination.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import { JobState } from "../model/instance/job-state.ts";
import { retriesOf } from "../model/instance/snooze.ts";
import { failShard } from "../model/broadcast/fail-shard.ts";
import { noteDispatch } from "../model/waiting/note-dispatch.ts";
import { boundedPriority } from "../model/option/value/priority.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { ExecutionRequest } from "../model/execution-request.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { EXECUTOR_GONE, type Router } from "./router.ts";
import { type ReportFailure, reportFailures } from "./unattended-failure.ts";

export interface DispatchAgainOptions {
  readonly store: Pick<IMoInstanceStore, "update">;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** Chooses again where the executor of a run is gone. @default runs stay with their executors */
  readonly router?: Router;
  /** Called with each shard whose executor is gone. @default nothing is called */
  readonly onFailed?: ReportFailure;
}

/** Hands open runs over to the workers of their app once more; resolves when the runtime has them or has failed. */
export async function dispatchAgain(
  instances: readonly JobInstance[],
  options: DispatchAgainOptions,
): Promise<void> {
  const { store, dispatcher, clock, router, onFailed } = options;
  if (instances.length === 0) return;
  const chosen = (await router?.chooseAgain(instances)) ?? instances.map(({ routing }) => routing);
  const now = clock.now();
  if (chosen.includes(EXECUTOR_GONE)) {
    const gone = instances.filter((_, index) => chosen[index] === EXECUTOR_GONE);
    const changes = gone.map((shard) => failShard(shard, now));
    reportFailures(gone, changes, await store.update(changes), onFailed);
    const others = instances.filter((_, index) => chosen[index] !== EXECUTOR_GONE);
    return dispatchAgain(others, options);
  }
  const routings = chosen as readonly (RunRouting | null)[];
  const { handedOver } = await dispatcher.place(
    instances.map(({ tenant, app }, index) =>
      destinationOf({ tenant, app, routing: routings[index] ?? null }),
    ),
    async (dispatchIds) => {
      const noted = await store.update(
        instances.map((instance, index) =>
          redirect(
            noteDispatch(instance, now, dispatchIds[index] as string),
            instance,
            routings[index] ?? null,
          ),
        ),
      );
      return instances.map((instance, index) => (noted[index] === true ? nextAttemptOf(instance) : null));
    },
  );
  await handedOver;
}

/** A change that sends the run to another executor too; of two processes that do, one is obeyed. */
function redirect(change: InstanceChange, run: JobInstance, routing: RunRouting | null): InstanceChange {
  if (routing === run.routing) return change;
  const { when, set } = change;
  return { ...change, when: { ...when, dispatchId: run.dispatchId }, set: { ...set, routing } };
}

/** The request for the attempt an open run waits for. */
export function nextAttemptOf(instance: JobInstance): ExecutionRequest {
  const { id, jobKey, lane, attempt, priority, state } = instance;
  const dueAt =
    state === JobState.Scheduled
      ? instance.scheduledFor
      : state === JobState.Failed
        ? instance.retryAt
        : null;
  const retry = state === JobState.Failed ? retriesOf(instance) + 1 : 0;
  const retryCount = instance.trigger.options?.retryCount;
  return {
    instanceId: id,
    jobKey,
    lane,
    attempt: attempt + 1,
    retry,
    ...(retryCount !== undefined && { retryCount }),
    priority: boundedPriority(priority),
    dueAt: dueAt?.toISOString() ?? null,
  };
}

/** Finds, of requests that were due and could not be enqueued, the runs that became due later meanwhile, by id. */
export async function findPostponed(
  store: Pick<IMoInstanceStore, "get">,
  tenant: string,
  requests: readonly ExecutionRequest[],
  now: Date,
): Promise<ReadonlyMap<string, JobInstance>> {
  const found = new Map<string, JobInstance>();
  if (requests.length === 0) return found;
  const records = await store.get(
    tenant,
    requests.map(({ instanceId }) => instanceId),
  );
  for (const [index, record] of records.entries()) {
    if (record?.state !== JobState.Scheduled || record.attempt !== (requests[index]?.attempt ?? 0) - 1)
      continue;
    if (record.scheduledFor !== null && record.scheduledFor > now) found.set(record.id, record);
  }
  return found;
}
