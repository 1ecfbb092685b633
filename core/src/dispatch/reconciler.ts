import type { Clock, Timer } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { JobState, OPEN_STATES } from "../instance/job-state.ts";
import { type AttemptRef, cancelRunning, fail, noteDispatch } from "../instance/transitions.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { ExecutionRequest, IMoRuntime } from "../ports/runtime.ts";
import { resolveAfterFailure } from "../running/after-failure.ts";
import { EXECUTOR_LIFETIME_MS } from "../running/executor-lifetime.ts";
import type { AssignedRequest, Dispatcher } from "./dispatcher.ts";

const PAGE_SIZE = 200;
/** What ran comes first: it holds slots, and much may wait. */
const IN_TURN: readonly (readonly JobState[])[] = [
  [JobState.Processing],
  OPEN_STATES.filter((state) => state !== JobState.Processing),
];

export interface ReconcilerOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly runtime: IMoRuntime;
  readonly dispatcher: Dispatcher;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** How long an open run may stand still before it is looked at. @default 10_000 */
  readonly unmovedMs?: number;
  /** How often it looks. @default 10_000 */
  readonly everyMs?: number;
}

/**
 * Finds open runs that nothing carries any more and makes them go on: what was never dispatched or lost on the way is
 * dispatched again, an attempt whose worker vanished has failed.
 */
export class Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #unmovedMs: number;
  readonly #everyMs: number;
  #timer: Timer | null = null;
  #isClosed = false;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#unmovedMs = options.unmovedMs ?? 10_000;
    this.#everyMs = options.everyMs ?? 10_000;
  }

  /** Looks at every open run now, however recently it moved (nothing of before this process is under way), then regularly. */
  async start(): Promise<void> {
    await this.reconcile(this.#options.clock.now());
    this.#arm();
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
  }

  /** Looks at all open runs that have not moved since, oldest first. Resolves to how many it made go on. */
  async reconcile(unmovedSince: Date): Promise<number> {
    const { tenant, store, runtime, clock } = this.#options;
    const executors = await store.executors.list(
      tenant,
      new Date(clock.now().getTime() - EXECUTOR_LIFETIME_MS),
    );
    this.#options.dispatcher.learnLimits(executors);
    const served = new Set(executors.flatMap(({ jobKeys }) => jobKeys));
    const moved = new Set<string>();
    for (const states of IN_TURN) {
      let cursor: string | null = null;
      do {
        const page: { readonly items: readonly JobInstance[]; readonly nextCursor: string | null } =
          await store.instances.findOpen(
            { tenant, states, unmovedSince },
            { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) },
          );
        const unmoved = page.items.filter(({ id }) => !moved.has(id));
        const lost = unmoved.length === 0 ? [] : await runtime.findLost(unmoved);
        // What no worker has code for stays where it is until one comes: dispatching it would only go round in circles.
        const movable = lost.filter(
          ({ state, jobKey }) => state === JobState.Processing || served.has(jobKey),
        );
        await this.recover(movable);
        for (const { id } of movable) moved.add(id);
        cursor = page.nextCursor;
      } while (cursor !== null && !this.#isClosed);
      if (this.#isClosed) break;
    }
    return moved.size;
  }

  /** Makes open runs that nothing carries go on: what waits is dispatched again, the attempt of the others has failed. */
  async recover(lost: readonly JobInstance[]): Promise<void> {
    await this.#settleLost(lost.filter(({ state }) => state === JobState.Processing));
    await this.#dispatchAgain(lost.filter(({ state }) => state !== JobState.Processing));
  }

  async #dispatchAgain(instances: readonly JobInstance[]): Promise<void> {
    if (instances.length === 0) return;
    const { store, dispatcher, clock } = this.#options;
    const now = clock.now();
    const dispatchIds = dispatcher.assign(instances);
    const noted = await store.instances
      .update(instances.map((instance, index) => noteDispatch(instance, now, dispatchIds[index] as string)))
      .catch((error: unknown) => {
        dispatcher.giveBack(dispatchIds);
        throw error;
      });
    dispatcher.giveBack(dispatchIds.filter((_, index) => !noted[index]));
    await dispatcher.send(
      instances.flatMap((instance, index) => {
        const dispatchId = dispatchIds[index] as string;
        return noted[index] ? [{ app: instance.app, dispatchId, request: nextAttemptOf(instance) }] : [];
      }),
    );
  }

  async #settleLost(vanished: readonly JobInstance[]): Promise<void> {
    if (vanished.length === 0) return;
    const { store, dispatcher } = this.#options;
    const ends = await Promise.all(vanished.map((instance) => this.#endOf(instance)));
    const due = ends.filter((end) => end !== null);
    const applied = await store.instances.update(due.map(({ change }) => change));
    await dispatcher.send(
      due.flatMap(({ retry }, index) => (applied[index] === true && retry !== null ? [retry] : [])),
    );
  }

  /** How the attempt of a vanished worker ends, and the dispatch of the next one; `null` for what nobody holds. */
  async #endOf(
    instance: JobInstance,
  ): Promise<{ readonly change: InstanceChange; readonly retry: AssignedRequest | null } | null> {
    if (instance.claim === null) return null;
    const { clock, cache } = this.#options;
    const now = clock.now();
    const attempt: AttemptRef = { ...instance, claim: instance.claim, worker: instance.worker ?? "unknown" };
    if (instance.cancelRequestedAt !== null)
      return {
        change: cancelRunning(attempt, now, instance.cancelReason ?? "Cancelled on request", null),
        retry: null,
      };
    const definition = await cache.get(instance.jobKey);
    const lost = { attempt: instance.attempt, isFinal: false, mayRetryNow: false };
    const after = resolveAfterFailure(definition?.options ?? null, lost, now);
    const failure = {
      code: "worker_lost",
      message: `Worker "${attempt.worker}" vanished during the attempt`,
    };
    const change = fail(attempt, now, failure, after, null);
    if (after.next !== "retryLater") return { change, retry: null };
    const request = nextAttemptOf({ ...instance, state: JobState.Failed, retryAt: after.retryAt });
    return { change, retry: { app: instance.app, dispatchId: after.dispatchId, request } };
  }

  #arm(): void {
    if (this.#isClosed) return;
    const { clock } = this.#options;
    this.#timer = clock.setTimer(() => void this.#look(), this.#everyMs, { background: true });
  }

  async #look(): Promise<void> {
    try {
      await this.reconcile(new Date(this.#options.clock.now().getTime() - this.#unmovedMs));
    } catch (error) {
      this.#options.onError(error);
    }
    this.#arm();
  }
}

/** The request for the attempt an open run waits for. */
function nextAttemptOf(instance: JobInstance): ExecutionRequest {
  const { id, jobKey, attempt, priority, state } = instance;
  const dueAt =
    state === JobState.Scheduled
      ? instance.scheduledFor
      : state === JobState.Failed
        ? instance.retryAt
        : null;
  return { instanceId: id, jobKey, attempt: attempt + 1, priority, dueAt };
}
