import {
  type Clock,
  enqueue,
  type ExecutionRequest,
  type IMoInstanceStore,
  type JobExecutor,
  type MoJobScheduler,
  isMoJobError,
} from "@mojob/core";
import { Context } from "@temporalio/activity";
import type { JobActivities, RunRequest } from "../workflows/protocol.ts";
import type { Bell } from "./bell.ts";
import { Errand } from "./errand.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { standingOf } from "./run-standing.ts";
import type { WorkerPlaces } from "./worker-places.ts";
import type { WorkerRuntime } from "./worker-runtime.ts";

const HEARTBEAT_MS = 3000;

export interface JobActivitiesOptions {
  readonly tenant: string;
  readonly executor: JobExecutor;
  readonly store: IMoInstanceStore;
  readonly scheduler: MoJobScheduler;
  readonly runtime: WorkerRuntime;
  /** `null` where the worker is unlimited. */
  readonly places: WorkerPlaces | null;
  readonly clock: Clock;
  readonly room: Bell;
  readonly isDraining: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** What a worker does for Temporal: the whole worker side of what a workflow sends it, within one activity. */
export function createJobActivities(options: JobActivitiesOptions): JobActivities {
  const { tenant, executor, store, scheduler, runtime, places, clock, room, isDraining, onError } = options;

  const markDue = async (requests: readonly ExecutionRequest[]): Promise<void> => {
    const now = clock.now();
    await store.update(requests.map(({ instanceId }) => enqueue({ tenant, id: instanceId }, now)));
  };

  /** A cancel of Temporal's side is the same as any other: a fact in the store, which the executor sees. */
  const cancelAll = (instanceIds: readonly string[]): void => {
    for (const id of instanceIds) {
      scheduler.instances.cancel(id, { by: "Temporal" }).catch((error: unknown) => {
        if (!isMoJobError(error, "already_terminal")) onError(error);
      });
    }
  };

  return {
    async JobExecutionRequested({ requests, isFollowed }) {
      const context = Context.current();
      const stopHeartbeat = startHeartbeat(context, clock, HEARTBEAT_MS, executor.id);
      const ids = requests.map(({ instanceId }) => instanceId);
      let onEnd = (): void => {};
      const errand = new Errand({
        requests: requests.map(toExecutionRequest),
        executor,
        clock,
        room,
        isDraining,
        onDue: markDue,
        onHandedOver: () => {
          onEnd = places?.handOver() ?? onEnd;
        },
      });
      const letRetriesGo = runtime.keepRetries(ids, (retry) => errand.takeRetry(retry) || isFollowed);
      const { cancellationSignal } = context;
      const onCancel = (): void => {
        if (context.cancellationDetails?.cancelRequested === true) cancelAll(ids);
      };
      cancellationSignal.addEventListener("abort", onCancel, { once: true });
      try {
        await errand.run();
        if (!isFollowed) return null;
        const [record] = await store.get(tenant, ids);
        if (record === null || record === undefined) return { next: "wait" };
        const standing = standingOf(record);
        // Nothing happened to it: this worker has no code for it.
        const isUntouched = standing.next === "attempt" && standing.attempt === requests[0]?.attempt;
        return isUntouched ? { next: "wait" } : standing;
      } finally {
        cancellationSignal.removeEventListener("abort", onCancel);
        letRetriesGo();
        onEnd();
        stopHeartbeat();
      }
    },
  };
}

function toExecutionRequest(request: RunRequest): ExecutionRequest {
  return { ...request, dueAt: request.dueAt === null ? null : new Date(request.dueAt) };
}
