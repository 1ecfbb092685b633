import { isMoJobError, isTerminal } from "@mojob/core";
import {
  canRun,
  dispatchAgain,
  type Engine,
  enqueue,
  findPostponed,
  type JobHost,
  liveSince,
} from "@mojob/core/engine";
import { type ExecutionRequest, type MoEvent, sleep } from "@mojob/core/ports";
import { startHeartbeat, type Wakeup } from "@mojob/temporal-link";
import { Context } from "@temporalio/activity";
import type { HandBack } from "../client/hand-back.ts";
import { standingOf } from "../link/run-standing.ts";
import type { ExecutionInput, RunStanding } from "../workflows/protocol.ts";
import { BatchQueue } from "./batch-queue.ts";
import type { BatchSlots } from "./batch-slots.ts";
import { ExecutionBatch } from "./execution-batch.ts";
import type { LocalRetries } from "./local-retries.ts";

const HEARTBEAT_MS = 3000;
/** Wait before a run that met a worker without its code goes back to the queue, where another worker has the code. */
const PASS_ON_AFTER_MS = 100;

/** Takes one request at a time. */
export type RequestHandler = (events: readonly MoEvent[]) => Promise<RunStanding | null>;

export interface RequestHandlerOptions {
  readonly engine: Pick<Engine, "tenant" | "store" | "cache" | "clock" | "dispatcher" | "onError">;
  readonly host: Pick<JobHost, "executor" | "scheduler">;
  readonly returnToBatch: HandBack;
  readonly retries: LocalRetries;
  /** `null` where the worker is unlimited. */
  readonly slots: BatchSlots | null;
  /** Notified when the executor's capacity may have grown, and when the worker stops. */
  readonly changed: Wakeup;
  readonly isDraining: () => boolean;
}

/** What a worker does with a request: it executes the runs, from admission to settlement, and says where a single one stands then. */
export function createRequestHandler(options: RequestHandlerOptions): RequestHandler {
  const { engine, host, returnToBatch, retries, slots, changed, isDraining } = options;
  const { tenant, clock, cache, onError } = engine;
  const { intake } = host.executor;
  const { scheduler } = host;
  const store = engine.store.instances;
  const queue = new BatchQueue();

  const markDue = async (requests: readonly ExecutionRequest[]): Promise<void> => {
    const now = clock.now();
    const isEnqueued = await store.update(
      requests.map(({ instanceId, attempt }) => enqueue({ tenant, id: instanceId }, now, attempt)),
    );
    const refused = requests.filter((_, index) => isEnqueued[index] !== true);
    const postponed = await findPostponed(store, tenant, refused, now);
    // Its batch keeps what is due soon, and its own workflow, where it has one, waits for it.
    await dispatchAgain([...postponed.values()], { store, dispatcher: engine.dispatcher, clock });
  };

  /** A cancel from Temporal's side becomes the same fact in the store as any other, which the executor reads. */
  const cancelAll = (instanceIds: readonly string[]): void => {
    for (const id of instanceIds) {
      scheduler.instances.cancel(id, { by: "Temporal" }).catch((error: unknown) => {
        if (!isMoJobError(error, "already_terminal")) onError(error);
      });
    }
  };

  /** Without those that have ended while they waited: they would take turns at the places. */
  const stillOpen = async (requests: readonly ExecutionRequest[]): Promise<readonly ExecutionRequest[]> => {
    const ids = requests.map(({ instanceId }) => instanceId);
    const records = await store.get(tenant, ids);
    return requests.filter((_, index) => {
      const record = records[index] ?? null;
      return record !== null && !isTerminal(record.state);
    });
  };

  /** Those requests whose job another worker has the code of. */
  const runnableElsewhere = async (
    requests: readonly ExecutionRequest[],
  ): Promise<readonly ExecutionRequest[]> => {
    const [workers, definitions] = await Promise.all([
      engine.store.executors.list(tenant, liveSince(clock.now())),
      cache.getMany([...new Set(requests.map(({ jobKey }) => jobKey))]),
    ]);
    return requests.filter(({ jobKey }) => {
      const definition = definitions.get(jobKey);
      return definition !== undefined && workers.some((worker) => canRun(worker, definition));
    });
  };

  return async (events) => {
    const [{ payload }] = events as readonly [MoEvent];
    const { requests, isFollowed } = payload as unknown as ExecutionInput;
    const context = Context.current();
    const heartbeat = { clock, everyMs: HEARTBEAT_MS, details: intake.id };
    const stopHeartbeat = startHeartbeat(context, heartbeat);
    const ids = requests.map(({ instanceId }) => instanceId);
    let freeSlots = (): void => {};
    let isHandedBack = false;
    /** The workflow of one run continues by the activity's result, that of a batch by a signal. */
    const handBack = async (left: readonly ExecutionRequest[]): Promise<void> => {
      const { workflowExecution } = context.info;
      if (!isFollowed && workflowExecution !== undefined) await returnToBatch(workflowExecution, left);
      isHandedBack = true;
    };
    const { cancellationSignal } = context;
    const onCancel = (): void => {
      if (context.cancellationDetails?.cancelRequested === true) cancelAll(ids);
    };
    let withdraw = (): void => {};
    try {
      const wanted = requests.length > intake.capacity ? await stillOpen(requests) : requests;
      const batch = new ExecutionBatch({
        requests: wanted,
        intake,
        clock,
        queue,
        changed,
        isDraining,
        onDue: markDue,
        onBegun: () => {
          freeSlots = slots?.markBegun() ?? freeSlots;
        },
        handBack,
        passOn: async (left) => {
          const elsewhere = await runnableElsewhere(left);
          if (elsewhere.length === 0) return;
          await sleep(clock, PASS_ON_AFTER_MS);
          await handBack(elsewhere);
        },
      });
      withdraw = retries.offer(ids, (retry) => batch.takeRetry(retry) || isFollowed);
      cancellationSignal.addEventListener("abort", onCancel, { once: true });
      await batch.run();
      if (!isFollowed) return null;
      const [record] = await store.get(tenant, ids);
      if (record === null || record === undefined) return { next: "wait" };
      const standing = standingOf(record);
      // The run did not change: no worker has its code.
      const isUntouched = standing.next === "attempt" && standing.attempt === requests[0]?.attempt;
      const isPostponed = isUntouched && standing.dueAt !== null && standing.dueAt !== requests[0]?.dueAt;
      return isUntouched && !isPostponed && !isHandedBack ? { next: "wait" } : standing;
    } finally {
      cancellationSignal.removeEventListener("abort", onCancel);
      withdraw();
      freeSlots();
      stopHeartbeat();
    }
  };
}
