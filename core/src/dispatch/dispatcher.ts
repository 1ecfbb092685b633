import type { Clock } from "../base/clock.ts";
import { createId } from "../base/ids.ts";
import type { Destination } from "../model/destination.ts";
import { executionTopic } from "../model/name/channel.ts";
import type { IMoEventBus } from "../ports/event-bus.ts";
import type { ExecutionRequest } from "../model/execution-request.ts";
import { executionRequested, REQUESTS_ARE_TRANSIENT } from "./execution-requests.ts";

/** Most runs in one batch. */
const LARGEST_BATCH = 250;

export interface DispatcherOptions {
  readonly bus: Pick<IMoEventBus, "publish">;
  readonly clock: Clock;
  /** Called with the error of a dispatch that failed; the reconciler dispatches its runs again. */
  readonly onError: (error: unknown) => void;
}

/** A batch that is filled until it is handed over. */
interface OpenBatch {
  readonly id: string;
  readonly topic: string;
  readonly destination: Destination;
  readonly requests: ExecutionRequest[];
  /** Free places. */
  left: number;
  /** Places of runs that are still being recorded. */
  awaited: number;
  /** It has waited for long enough: it is handed over as soon as nothing is awaited. */
  isClosed: boolean;
  readonly sent: PromiseWithResolvers<void>;
}

/** The request for a retry, whose record names its dispatch already. */
export interface RetryDispatch {
  readonly destination: Destination;
  readonly dispatchId: string;
  readonly request: ExecutionRequest;
}

/**
 * Records runs with the id of their dispatch. Returns the request of each, in order; `null` where it is not to be
 * dispatched.
 */
export type RecordRuns = (dispatchIds: readonly string[]) => Promise<readonly (ExecutionRequest | null)[]>;

/**
 * Groups runs by destination into batches and publishes a request to execute each.
 *
 * A batch holds at most 250 runs, whatever the limits of the workers: a limited worker takes as much of it as it has places
 * for. Its id is made before the runs are recorded: noting it costs no write of its own. Batches are made
 * by group commit: runs that arrive while one is being handed over gather in the next.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #gathering = new Set<OpenBatch>();
  /** The batch of each topic that still has places. */
  readonly #open = new Map<string, OpenBatch>();
  /** Whether a batch that was not full is being handed over. */
  #isHandingOver = false;
  #failures = 0;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** How many hand-overs failed. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * Gives each run a place in a batch, has them recorded, and hands over those that were. Rejects where recording does;
   * nothing is handed over then.
   *
   * Resolves when they are recorded; `handedOver` resolves when the bus has them or has failed, and never rejects: a run
   * whose dispatch fails is dispatched again.
   */
  async place(
    destinations: readonly Destination[],
    record: RecordRuns,
  ): Promise<{ readonly handedOver: Promise<unknown> }> {
    const batches = this.#assign(destinations);
    const filled = new Set<OpenBatch>();
    let requests: readonly (ExecutionRequest | null)[] = [];
    try {
      requests = await record(batches.map(({ id }) => id));
    } finally {
      batches.forEach((batch, index) => {
        batch.awaited -= 1;
        const request = requests[index] ?? null;
        if (request === null) return;
        batch.requests.push(request);
        filled.add(batch);
      });
      void this.#handOver([]);
    }
    return { handedOver: Promise.all([...filled].map(({ sent }) => sent.promise)) };
  }

  /** Hands over retries, each with those of the same dispatch. Never rejects: a run whose dispatch fails is dispatched again. */
  async send(retries: readonly RetryDispatch[]): Promise<void> {
    const batches = new Map<string, OpenBatch>();
    for (const { destination, dispatchId, request } of retries) {
      const batch =
        batches.get(dispatchId) ?? openBatchOf(dispatchId, executionTopic(destination), destination, 0);
      batches.set(dispatchId, batch);
      batch.requests.push(request);
    }
    void this.#handOver([...batches.values()]);
    await Promise.all([...batches.values()].map(({ sent }) => sent.promise));
  }

  #assign(destinations: readonly Destination[]): readonly OpenBatch[] {
    const own = new Set<OpenBatch>();
    return destinations.map((destination) => {
      const topic = executionTopic(destination);
      let batch = this.#open.get(topic);
      // Join a batch only where all its runs are recorded: joining one whose runs another call still records would make the two calls wait for each other.
      if (batch === undefined || !(own.has(batch) || (batch.awaited === 0 && batch.requests.length > 0)))
        batch = this.#begin(topic, destination);
      own.add(batch);
      batch.left -= 1;
      batch.awaited += 1;
      if (batch.left === 0) this.#close(batch);
      return batch;
    });
  }

  /** Hands over these batches, and those gathering ones that need not wait. */
  async #handOver(batches: readonly OpenBatch[]): Promise<void> {
    const ready = [...batches];
    let hasPartial = false;
    for (const batch of this.#gathering) {
      if (batch.awaited > 0 || (!batch.isClosed && this.#isHandingOver)) continue;
      if (batch.left > 0) hasPartial = true;
      this.#close(batch);
      this.#gathering.delete(batch);
      if (batch.requests.length > 0) ready.push(batch);
    }
    if (ready.length === 0) return;
    const mayGather = hasPartial && !this.#isHandingOver;
    if (mayGather) this.#isHandingOver = true;
    const topics = Map.groupBy(ready, ({ topic }) => topic);
    await Promise.all(Array.from(topics, ([topic, some]) => this.#publish(topic, some)));
    if (!mayGather) return;
    this.#isHandingOver = false;
    // Runs that are still being recorded for these come soon, and no further run joins them.
    for (const batch of this.#gathering) if (batch.requests.length > 0) this.#close(batch);
    await this.#handOver([]);
  }

  async #publish(topic: string, batches: readonly OpenBatch[]): Promise<void> {
    const { bus, onError } = this.#options;
    try {
      const events = batches.map(({ id, destination, requests }) =>
        executionRequested(id, { destination, requests }),
      );
      await bus.publish(topic, events, REQUESTS_ARE_TRANSIENT);
    } catch (error) {
      this.#failures += 1;
      onError(error);
    }
    for (const { sent } of batches) sent.resolve();
  }

  #begin(topic: string, destination: Destination): OpenBatch {
    const id = createId(this.#options.clock.now());
    const batch = openBatchOf(id, topic, destination, LARGEST_BATCH);
    this.#gathering.add(batch);
    this.#open.set(topic, batch);
    return batch;
  }

  #close(batch: OpenBatch): void {
    batch.isClosed = true;
    if (this.#open.get(batch.topic) === batch) this.#open.delete(batch.topic);
  }
}

function openBatchOf(id: string, topic: string, destination: Destination, places: number): OpenBatch {
  return {
    id,
    topic,
    destination,
    requests: [],
    left: places,
    awaited: 0,
    isClosed: false,
    sent: Promise.withResolvers<void>(),
  };
}
