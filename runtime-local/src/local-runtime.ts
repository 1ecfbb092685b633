import { type JobInstance, JobState } from "@mojob/core";
import { enqueue } from "@mojob/core/engine";
import {
  type Clock,
  type Destination,
  type DispatchBatch,
  type ExecutionRequest,
  type IMoInstanceStore,
  type IMoRuntime,
  isMoJobError,
  PriorityQueue,
  type Timer,
} from "@mojob/core/ports";

/** More than this at once would begin together and keep the event loop from turning. */
const LARGEST_TAKE = 500;
/** A worker that could not read the store gets its requests again after this. */
const AGAIN_AFTER_MS = 1000;

export interface LocalRuntimeOptions {
  readonly store: IMoInstanceStore;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** What runs jobs in this process. */
export interface LocalWorker {
  readonly id: string;
  /** How many more requests it takes now; may be infinite. */
  readonly capacity: number;
  /** Resolves when every run it was given has been settled or is left for another worker. */
  execute(requests: readonly ExecutionRequest[]): Promise<void>;
  /** Whether it has the run. */
  holds(instanceId: string): boolean;
}

type Queue = PriorityQueue<ExecutionRequest>;

interface Place {
  readonly app: string;
  readonly worker: LocalWorker;
  /** What was sent to this worker. */
  readonly own: Queue;
  /** What any worker of the app may take. */
  readonly shared: Queue;
  isAsked: boolean;
  /** Of equally urgent ones, whether one that any worker may take is next. */
  isSharedNext: boolean;
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
  readonly #places: Place[] = [];
  /** The attempt under way towards a worker or on it, by run. */
  readonly #carried = new Map<string, number>();
  /** Waiting runs by the instant they are due: runs due together share a timer. */
  readonly #delayed = new Map<number, { readonly timer: Timer; readonly waiting: Delayed[] }>();
  readonly #again = new Set<Timer>();

  constructor(options: LocalRuntimeOptions) {
    this.#options = options;
  }

  /**
   * From now on runs of the app are delivered to this worker too. Returns how to stop it: what waits for this worker alone is
   * then nobody's, and what any worker may take waits for the others.
   */
  connect(app: string, worker: LocalWorker): () => void {
    const shared = this.#places.find((other) => other.app === app)?.shared ?? new PriorityQueue();
    const place: Place = {
      app,
      worker,
      own: new PriorityQueue(),
      shared,
      isAsked: false,
      isSharedNext: false,
    };
    this.#places.push(place);
    return () => {
      const at = this.#places.indexOf(place);
      if (at === -1) return;
      this.#places.splice(at, 1);
      this.#finished(place.own.take(Infinity));
      if (!this.#places.some((other) => other.shared === shared)) this.#finished(shared.take(Infinity));
      this.deliver();
    };
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
    const isHeld = (id: string): boolean => this.#places.some(({ worker }) => worker.holds(id));
    return Promise.resolve(
      instances.filter(
        ({ id, state }) => !this.#carried.has(id) && (state !== JobState.Processing || !isHeld(id)),
      ),
    );
  }

  /** Gives the workers what waits for them, in a later turn: called when one may have room again. */
  deliver(): void {
    for (const place of this.#places) {
      if (place.isAsked || (place.shared.size === 0 && place.own.size === 0)) continue;
      place.isAsked = true;
      queueMicrotask(() => {
        place.isAsked = false;
        this.#give(place);
      });
    }
  }

  /** Drops the waiting runs; their records stay, and the next process to start finds them. */
  close(): void {
    for (const { timer } of this.#delayed.values()) timer.cancel();
    for (const timer of this.#again) timer.cancel();
    this.#delayed.clear();
    this.#places.length = 0;
  }

  #queue({ app, executor }: Destination, request: ExecutionRequest): void {
    const place = this.#places.find(
      ({ app: own, worker }) => own === app && (executor === null || executor === worker.id),
    );
    // Without a worker for it, it is nobody's: the reconciler dispatches it when there is one.
    if (place === undefined) this.#finished([request]);
    else (executor === null ? place.shared : place.own).add(request);
  }

  #give(place: Place): void {
    for (;;) {
      const requests = takeFrom(place, Math.min(place.worker.capacity, LARGEST_TAKE));
      if (requests.length === 0) return;
      void this.#execute(place, requests);
    }
  }

  async #execute(place: Place, requests: readonly ExecutionRequest[]): Promise<void> {
    try {
      await place.worker.execute(requests);
      this.#finished(requests);
    } catch (error) {
      this.#options.onError(error);
      if (isMoJobError(error, "store_unavailable") && this.#places.includes(place))
        this.#giveAgain(place, requests);
      else this.#finished(requests);
    }
  }

  #giveAgain({ own }: Place, requests: readonly ExecutionRequest[]): void {
    const timer = this.#options.clock.setTimer(() => {
      this.#again.delete(timer);
      for (const request of requests) own.add(request);
      this.deliver();
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
    const { clock, store, onError } = this.#options;
    const waiting = this.#delayed.get(dueMs)?.waiting ?? [];
    this.#delayed.delete(dueMs);
    try {
      const now = clock.now();
      const scheduled = waiting.filter(({ request }) => (request.retry ?? request.attempt - 1) === 0);
      // Refused where the run was cancelled meanwhile; its request then finds nothing to admit.
      if (scheduled.length > 0) {
        await store.update(
          scheduled.map(({ destination: { tenant }, request: { instanceId, attempt } }) =>
            enqueue({ tenant, id: instanceId }, now, attempt),
          ),
        );
      }
      for (const { destination, request } of waiting) this.#queue(destination, request);
      this.deliver();
    } catch (error) {
      // They are lost for now: the reconciler finds them and tries again.
      this.#finished(waiting.map(({ request }) => request));
      onError(error);
    }
  }
}

/** The most urgent that wait for a worker; of equal ones those sent to it and those of the whole app in turn. */
function takeFrom(place: Place, count: number): readonly ExecutionRequest[] {
  const { own, shared } = place;
  if (own.size === 0) return shared.take(count);
  const taken: ExecutionRequest[] = [];
  while (taken.length < count && own.size > 0 && shared.size > 0) {
    const lead = (own.nextPriority ?? 0) - (shared.nextPriority ?? 0);
    const isShared = lead > 0 || (lead === 0 && place.isSharedNext);
    taken.push(...(isShared ? shared : own).take(1));
    if (lead === 0) place.isSharedNext = !isShared;
  }
  const rest = own.size === 0 ? shared : own;
  return taken.length === 0 ? rest.take(count) : [...taken, ...rest.take(count - taken.length)];
}
