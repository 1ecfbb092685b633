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

/** Handles the requests of a worker: it executes the runs, from admission to settlement, and says where a single one stands then. */
export class RequestHandler {
  readonly #options: RequestHandlerOptions;
  readonly #queue = new BatchQueue();

  constructor(options: RequestHandlerOptions) {
    this.#options = options;
  }

  /** How many of its batches wait for places. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Takes one request, in an activity. Resolves to where its run stands, if its workflow follows that. */
  async handle(events: readonly MoEvent[]): Promise<RunStanding | null> {
    const [{ payload }] = events as readonly [MoEvent];
    const { requests, isFollowed } = payload as unknown as ExecutionInput;
    const { engine, host, retries, slots, returnToBatch } = this.#options;
    const context = Context.current();
    const { cancellationSignal } = context;
    const ids = requests.map(({ instanceId }) => instanceId);
    let isHandedBack = false;
    /** The workflow of one run continues by the activity's result, that of a batch by a signal. */
    const handBack = async (left: readonly ExecutionRequest[]): Promise<void> => {
      const { workflowExecution } = context.info;
      if (!isFollowed && workflowExecution !== undefined) await returnToBatch(workflowExecution, left);
      isHandedBack = true;
    };
    const onCancel = (): void => {
      if (context.cancellationDetails?.cancelRequested === true) this.#cancelAll(ids);
    };
    const heartbeat = { clock: engine.clock, everyMs: HEARTBEAT_MS, details: host.executor.intake.id };
    const stopHeartbeat = startHeartbeat(context, heartbeat);
    let freeSlots = (): void => {};
    let withdraw = (): void => {};
    try {
      const batch = await this.#batchOf(requests, handBack, () => {
        freeSlots = slots?.markBegun() ?? freeSlots;
      });
      withdraw = retries.offer(ids, (retry) => batch.takeRetry(retry) || isFollowed);
      cancellationSignal.addEventListener("abort", onCancel, { once: true });
      await batch.run();
      return isFollowed ? await this.#standingAfter(requests, isHandedBack) : null;
    } finally {
      cancellationSignal.removeEventListener("abort", onCancel);
      withdraw();
      freeSlots();
      stopHeartbeat();
    }
  }

  async #batchOf(
    requests: readonly ExecutionRequest[],
    handBack: (left: readonly ExecutionRequest[]) => Promise<void>,
    onBegun: () => void,
  ): Promise<ExecutionBatch> {
    const { engine, host, changed, isDraining } = this.#options;
    const { intake } = host.executor;
    return new ExecutionBatch({
      requests: requests.length > intake.capacity ? await this.#stillOpen(requests) : requests,
      intake,
      clock: engine.clock,
      queue: this.#queue,
      changed,
      isDraining,
      onDue: (due) => this.#markDue(due),
      onBegun,
      handBack,
      passOn: async (left) => {
        const elsewhere = await this.#runnableElsewhere(left);
        if (elsewhere.length === 0) return;
        await sleep(engine.clock, PASS_ON_AFTER_MS);
        await handBack(elsewhere);
      },
    });
  }

  /** Where the run of a request stands that was just taken. */
  async #standingAfter(requests: readonly ExecutionRequest[], isHandedBack: boolean): Promise<RunStanding> {
    const { tenant, store } = this.#options.engine;
    const [request] = requests as readonly [ExecutionRequest];
    const [record] = await store.instances.get(tenant, [request.instanceId]);
    if (record === null || record === undefined) return { next: "wait" };
    const standing = standingOf(record);
    // The run did not change: no worker has its code.
    const isUntouched = standing.next === "attempt" && standing.attempt === request.attempt;
    const isPostponed = isUntouched && standing.dueAt !== null && standing.dueAt !== request.dueAt;
    return isUntouched && !isPostponed && !isHandedBack ? { next: "wait" } : standing;
  }

  async #markDue(requests: readonly ExecutionRequest[]): Promise<void> {
    const { tenant, clock, dispatcher, store } = this.#options.engine;
    const { instances } = store;
    const now = clock.now();
    const isEnqueued = await instances.update(
      requests.map(({ instanceId, attempt }) => enqueue({ tenant, id: instanceId }, now, attempt)),
    );
    const refused = requests.filter((_, index) => isEnqueued[index] !== true);
    const postponed = await findPostponed(instances, tenant, refused, now);
    // Its batch keeps what is due soon, and its own workflow, where it has one, waits for it.
    await dispatchAgain([...postponed.values()], { store: instances, dispatcher, clock });
  }

  /** A cancel from Temporal's side becomes the same fact in the store as any other, which the executor reads. */
  #cancelAll(instanceIds: readonly string[]): void {
    const { engine, host } = this.#options;
    for (const id of instanceIds) {
      host.scheduler.instances.cancel(id, { by: "Temporal" }).catch((error: unknown) => {
        if (!isMoJobError(error, "already_terminal")) engine.onError(error);
      });
    }
  }

  /** Without those that have ended while they waited: they would take turns at the places. */
  async #stillOpen(requests: readonly ExecutionRequest[]): Promise<readonly ExecutionRequest[]> {
    const { tenant, store } = this.#options.engine;
    const ids = requests.map(({ instanceId }) => instanceId);
    const records = await store.instances.get(tenant, ids);
    return requests.filter((_, index) => {
      const record = records[index] ?? null;
      return record !== null && !isTerminal(record.state);
    });
  }

  /** The requests whose job another worker has the code of. */
  async #runnableElsewhere(requests: readonly ExecutionRequest[]): Promise<readonly ExecutionRequest[]> {
    const { tenant, store, cache, clock } = this.#options.engine;
    const [workers, definitions] = await Promise.all([
      store.executors.list(tenant, liveSince(clock.now())),
      cache.getMany([...new Set(requests.map(({ jobKey }) => jobKey))]),
    ]);
    return requests.filter(({ jobKey }) => {
      const definition = definitions.get(jobKey);
      return definition !== undefined && workers.some((worker) => canRun(worker, definition));
    });
  }
}
