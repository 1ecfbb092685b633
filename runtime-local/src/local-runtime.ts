import { type JobInstance, JobState } from "@mojob/core";
import {
  carryRequests,
  executionTopic,
  isExecutionRequested,
  REQUESTS_ARE_TRANSIENT,
  toApp,
} from "@mojob/core/engine";
import {
  type Clock,
  type EventSubscription,
  type ExecutionRequest,
  type IMoEventBus,
  type IMoInstanceStore,
  type IMoRuntime,
  isMoJobError,
  type JobExecutionRequested,
  type MoEvent,
  type Timer,
} from "@mojob/core/ports";
import { AppQueue, type Definitions, type LocalWorker, type Share } from "./app-queue.ts";
import { DelayedRequests } from "./delayed-requests.ts";

/** The workers of an app share its requests. */
const WORKERS = "workers";
/** A worker that could not read the store gets its requests again after this. */
const AGAIN_AFTER_MS = 1000;

export interface LocalRuntimeOptions {
  readonly tenant: string;
  /** Carries the requests to the workers' queues. */
  readonly bus: IMoEventBus;
  readonly store: IMoInstanceStore;
  readonly clock: Clock;
  /** Which of several workers of an app can run a job is asked of it. */
  readonly definitions: Definitions;
  readonly onError: (error: unknown) => void;
}

interface Place {
  readonly queue: AppQueue;
  readonly subscription: Promise<EventSubscription>;
  isAsked: boolean;
  /** It is being found out who takes what. */
  isTaking: boolean;
  /** Something changed meanwhile. */
  hasChanged: boolean;
}

/**
 * Gives what the bus brings to the workers of this process, no more than a worker has room for, and keeps what is not due yet
 * from the bus.
 *
 * It knows the runs it delivers, so that the reconciler can find the lost ones.
 */
export class LocalRuntime implements IMoRuntime {
  /** The bus that the tenant's parts publish on. */
  readonly bus: IMoEventBus;
  readonly #options: LocalRuntimeOptions;
  readonly #delayed: DelayedRequests;
  readonly #places = new Map<string, Place>();
  /** The attempt under way towards a worker or on it, by run. */
  readonly #carried = new Map<string, number>();
  readonly #again = new Set<Timer>();

  constructor(options: LocalRuntimeOptions) {
    this.#options = options;
    this.#delayed = new DelayedRequests({ ...options, publish: (event) => this.#publish(event) });
    this.bus = carryRequests(options.bus, (event) => this.#delayed.carry(event));
  }

  /** From now on runs of the app are delivered to the worker, until the returned function is called. */
  async connect(app: string, worker: LocalWorker): Promise<() => void> {
    const { queue, subscription } = this.#placeOf(app);
    queue.connect(worker);
    const disconnect = (): void => {
      queue.disconnect(worker);
      this.deliver();
    };
    try {
      await subscription;
    } catch (error) {
      this.#places.delete(app);
      disconnect();
      throw error;
    }
    this.deliver();
    return disconnect;
  }

  /** Whether runs of the app have a worker here. */
  serves(app: string): boolean {
    return (this.#places.get(app)?.queue.workers.length ?? 0) > 0;
  }

  findLost(instances: readonly JobInstance[]): Promise<readonly JobInstance[]> {
    // A run that waited for a slot begins in its turn, which nothing delivers.
    const workers = [...this.#places.values()].flatMap(({ queue }) => queue.workers);
    const isHeld = (id: string): boolean => workers.some((worker) => worker.holds(id));
    return Promise.resolve(
      instances.filter(
        ({ id, state }) =>
          !this.#carried.has(id) && !this.#delayed.has(id) && (state !== JobState.Processing || !isHeld(id)),
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
  async close(): Promise<void> {
    this.#delayed.close();
    for (const timer of this.#again) timer.cancel();
    const places = [...this.#places.values()];
    this.#places.clear();
    await Promise.all(places.map(async ({ subscription }) => (await subscription).close()));
  }

  /** An executor's requests go with those of its app: it is in this process too. */
  #publish(event: JobExecutionRequested): Promise<void> {
    const { tenant, app } = event.payload.destination;
    return this.#options.bus.publish(executionTopic(toApp(tenant, app)), [event], REQUESTS_ARE_TRANSIENT);
  }

  #placeOf(app: string): Place {
    const known = this.#places.get(app);
    if (known !== undefined) return known;
    const { tenant, bus, definitions } = this.#options;
    const queue = new AppQueue(definitions);
    const take = (events: readonly MoEvent[]): void => this.#take(queue, events);
    const subscription = bus.subscribe(executionTopic(toApp(tenant, app)), take, { group: WORKERS });
    const place: Place = { queue, subscription, isAsked: false, isTaking: false, hasChanged: false };
    this.#places.set(app, place);
    return place;
  }

  #take(queue: AppQueue, events: readonly MoEvent[]): void {
    for (const { payload } of events.filter(isExecutionRequested)) {
      const { executor } = payload.destination;
      // Without a worker for it, it is nobody's: the reconciler dispatches it when there is one.
      if (!queue.workers.some(({ id }) => executor === null || executor === id)) continue;
      for (const request of payload.requests) {
        this.#carried.set(request.instanceId, request.attempt);
        queue.add(request, executor);
      }
    }
    this.deliver();
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
    const { worker, requests, executor } = share;
    // Another executor of the tenant may have taken its last places meanwhile.
    for (const request of requests.splice(worker.capacity)) place.queue.add(request, executor);
    if (requests.length === 0) return;
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
}
