import { type JobInstance, JobState } from "@mojob/core";
import { enqueue, findPostponed } from "@mojob/core/engine";
import {
  type Clock,
  type Destination,
  type DispatchBatch,
  type ExecutionRequest,
  type IMoInstanceStore,
  type IMoRuntime,
  isMoJobError,
  type Timer,
} from "@mojob/core/ports";
import { AppQueue, type Definitions, type LocalWorker, type Share } from "./app-queue.ts";

/** A worker that could not read the store gets its requests again after this. */
const AGAIN_AFTER_MS = 1000;

export interface LocalRuntimeOptions {
  readonly store: IMoInstanceStore;
  readonly clock: Clock;
  /** Which of several workers of an app can run a job is asked of it. */
  readonly definitions: Definitions;
  readonly onError: (error: unknown) => void;
}

interface Place {
  readonly queue: AppQueue;
  isAsked: boolean;
  /** It is being found out who takes what. */
  isTaking: boolean;
  /** Something changed meanwhile. */
  hasChanged: boolean;
}

interface Delayed {
  readonly destination: Destination;
  readonly request: ExecutionRequest;
}

/**
 * Delivers runs to the workers of this process: at once, or when a timer fires, and no more than a worker has room for.
 *
 * It knows the runs it delivers, so that the reconciler can find the lost ones.
 */
export class LocalRuntime implements IMoRuntime {
  readonly #options: LocalRuntimeOptions;
  readonly #places = new Map<string, Place>();
  /** The attempt under way towards a worker or on it, by run. */
  readonly #carried = new Map<string, number>();
  /** Waiting runs by the instant they are due: runs due together share a timer. */
  readonly #delayed = new Map<number, { readonly timer: Timer; readonly waiting: Delayed[] }>();
  readonly #again = new Set<Timer>();

  constructor(options: LocalRuntimeOptions) {
    this.#options = options;
  }

  /** From now on runs of the app are delivered to the worker, until the returned function is called. */
  connect(app: string, worker: LocalWorker): () => void {
    let place = this.#places.get(app);
    if (place === undefined) {
      const queue = new AppQueue(this.#options.definitions);
      this.#places.set(app, (place = { queue, isAsked: false, isTaking: false, hasChanged: false }));
    }
    const { queue } = place;
    queue.connect(worker);
    this.deliver();
    return () => {
      queue.disconnect(worker);
      this.deliver();
    };
  }

  /** Whether runs of the app have a worker here. */
  serves(app: string): boolean {
    return (this.#places.get(app)?.queue.workers.length ?? 0) > 0;
  }

  dispatch(batches: readonly DispatchBatch[]): Promise<void> {
    const nowMs = this.#options.clock.now().getTime();
    for (const { destination, requests } of batches) {
      for (const request of requests) {
        this.#carried.set(request.instanceId, request.attempt);
        if (request.dueAt === null) this.#queue(destination, request);
        else this.#delay({ destination, request }, request.dueAt.getTime(), nowMs);
      }
    }
    this.deliver();
    return Promise.resolve();
  }

  findLost(instances: readonly JobInstance[]): Promise<readonly JobInstance[]> {
    // A run that waited for a slot begins in its turn, which nothing delivers.
    const workers = [...this.#places.values()].flatMap(({ queue }) => queue.workers);
    const isHeld = (id: string): boolean => workers.some((worker) => worker.holds(id));
    return Promise.resolve(
      instances.filter(
        ({ id, state }) => !this.#carried.has(id) && (state !== JobState.Processing || !isHeld(id)),
      ),
    );
  }

  /** Gives the workers what waits for them, in a later turn: called when one may have room again. */
  deliver(): void {
    for (const place of this.#places.values()) {
      if (place.isAsked || place.queue.isEmpty) continue;
      place.isAsked = true;
      queueMicrotask(() => {
        place.isAsked = false;
        void this.#give(place);
      });
    }
  }

  /** Drops the waiting runs; their records stay, and the next process to start finds them. */
  close(): void {
    for (const { timer } of this.#delayed.values()) timer.cancel();
    for (const timer of this.#again) timer.cancel();
    this.#delayed.clear();
    this.#places.clear();
  }

  #queue({ app, executor }: Destination, request: ExecutionRequest): void {
    const queue = this.#places.get(app)?.queue;
    const { workers = [] } = queue ?? {};
    // Without a worker for it, it is nobody's: the reconciler dispatches it when there is one.
    if (!workers.some(({ id }) => executor === null || executor === id)) this.#finished([request]);
    else queue?.add(request, executor);
  }

  async #give(place: Place): Promise<void> {
    const { queue } = place;
    for (let share = queue.takeAtOnce(); share !== null; share = queue.takeAtOnce()) {
      if (share.requests.length === 0) return;
      void this.#execute(place, share);
    }
    place.hasChanged = true;
    if (place.isTaking) return;
    place.isTaking = true;
    try {
      while (place.hasChanged && !queue.isEmpty) {
        place.hasChanged = false;
        const { shares, nobodys } = await queue.take();
        this.#finished(nobodys);
        for (const share of shares) void this.#execute(place, share);
        if (shares.length > 0) place.hasChanged = true;
      }
    } catch (error) {
      this.#options.onError(error);
      this.#later(() => this.deliver());
    } finally {
      place.isTaking = false;
    }
  }

  async #execute(place: Place, share: Share): Promise<void> {
    const { worker, requests } = share;
    try {
      await worker.execute(requests);
      this.#finished(requests);
    } catch (error) {
      this.#options.onError(error);
      if (isMoJobError(error, "store_unavailable")) this.#giveAgain(place, share);
      else this.#finished(requests);
    }
  }

  #giveAgain({ queue }: Place, { requests, executor }: Share): void {
    this.#later(() => {
      for (const request of requests) queue.add(request, executor);
      this.deliver();
    });
  }

  #later(action: () => void): void {
    const timer = this.#options.clock.setTimer(() => {
      this.#again.delete(timer);
      action();
    }, AGAIN_AFTER_MS);
    this.#again.add(timer);
  }

  /** A worker is done with these requests: settled, or left for another. */
  #finished(requests: readonly ExecutionRequest[]): void {
    for (const { instanceId, attempt } of requests) {
      // Its retry may be on the way already.
      if (this.#carried.get(instanceId) === attempt) this.#carried.delete(instanceId);
    }
  }

  #delay(delayed: Delayed, dueMs: number, nowMs: number): void {
    const together = this.#delayed.get(dueMs);
    if (together !== undefined) {
      together.waiting.push(delayed);
      return;
    }
    const timer = this.#options.clock.setTimer(() => void this.#release(dueMs), dueMs - nowMs);
    this.#delayed.set(dueMs, { timer, waiting: [delayed] });
  }

  async #release(dueMs: number): Promise<void> {
    const { clock, onError } = this.#options;
    const waiting = this.#delayed.get(dueMs)?.waiting ?? [];
    this.#delayed.delete(dueMs);
    try {
      const now = clock.now();
      const scheduled = waiting.filter(({ request }) => (request.retry ?? request.attempt - 1) === 0);
      // Refused where the run was cancelled meanwhile; its request then finds nothing to admit.
      const postponed = await this.#enqueue(scheduled, dueMs);
      for (const delayed of waiting) {
        const dueAt = postponed.get(delayed);
        if (dueAt === undefined) this.#queue(delayed.destination, delayed.request);
        else
          this.#delay({ ...delayed, request: { ...delayed.request, dueAt } }, dueAt.getTime(), now.getTime());
      }
      this.deliver();
    } catch (error) {
      // They are lost for now: the reconciler finds them and tries again.
      this.#finished(waiting.map(({ request }) => request));
      onError(error);
    }
  }

  /** Has runs wait for a worker; resolves to those that were postponed meanwhile, with when they are due. */
  async #enqueue(scheduled: readonly Delayed[], dueMs: number): Promise<ReadonlyMap<Delayed, Date>> {
    const postponed = new Map<Delayed, Date>();
    if (scheduled.length === 0) return postponed;
    const { clock, store } = this.#options;
    const now = clock.now();
    // A timer may fire a little early by the clock.
    const dueBy = new Date(Math.max(now.getTime(), dueMs));
    const isEnqueued = await store.update(
      scheduled.map(({ destination: { tenant }, request: { instanceId, attempt } }) =>
        enqueue({ tenant, id: instanceId }, now, attempt, dueBy),
      ),
    );
    const refused = scheduled.filter((_, index) => isEnqueued[index] !== true);
    for (const [tenant, some] of Map.groupBy(refused, ({ destination }) => destination.tenant)) {
      const requests = some.map(({ request }) => request);
      const found = await findPostponed(store, tenant, requests, dueBy);
      for (const delayed of some) {
        const dueAt = found.get(delayed.request.instanceId)?.scheduledFor ?? null;
        if (dueAt !== null) postponed.set(delayed, dueAt);
      }
    }
    return postponed;
  }
}
