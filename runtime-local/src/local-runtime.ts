import { type IMoEventBus, type JobInstance, JobState } from "@mojob/core";
import { enqueue, executionTopic, toExecutionEvent } from "@mojob/core/engine";
import type {
  Clock,
  Destination,
  DispatchBatch,
  ExecutionRequest,
  IMoInstanceStore,
  IMoRuntime,
  Timer,
} from "@mojob/core/ports";

export interface LocalRuntimeOptions {
  readonly bus: IMoEventBus;
  readonly store: IMoInstanceStore;
  readonly clock: Clock;
  /** Whether the worker of this process has the run: one whose turn for a slot has come is delivered by nothing. */
  readonly holds: (instanceId: string) => boolean;
  readonly onError: (error: unknown) => void;
}

interface Delayed {
  readonly destination: Destination;
  readonly request: ExecutionRequest;
}

/**
 * Delivers runs to the worker of this process over the bus: at once, or when a timer fires.
 *
 * It knows the runs it delivers, so that the reconciler can find the lost ones.
 */
export class LocalRuntime implements IMoRuntime {
  readonly #options: LocalRuntimeOptions;
  /** The attempt under way towards a worker or on it, by run. */
  readonly #carried = new Map<string, number>();
  /** Waiting runs by the instant they are due: runs due together share a timer. */
  readonly #delayed = new Map<number, { readonly timer: Timer; readonly waiting: Delayed[] }>();

  constructor(options: LocalRuntimeOptions) {
    this.#options = options;
  }

  async dispatch(batches: readonly DispatchBatch[]): Promise<void> {
    const nowMs = this.#options.clock.now().getTime();
    for (const { destination, requests } of batches) {
      const due: ExecutionRequest[] = [];
      for (const request of requests) {
        this.#carried.set(request.instanceId, request.attempt);
        const { dueAt } = request;
        if (dueAt === null) due.push(request);
        else this.#delay({ destination, request }, dueAt.getTime(), nowMs);
      }
      await this.#publish(executionTopic(destination), due);
    }
  }

  findLost(instances: readonly JobInstance[]): Promise<readonly JobInstance[]> {
    const { holds } = this.#options;
    return Promise.resolve(
      instances.filter(
        ({ id, state }) => !this.#carried.has(id) && (state !== JobState.Processing || !holds(id)),
      ),
    );
  }

  /** A worker is done with these requests: settled, or left for another. */
  finished(requests: readonly ExecutionRequest[]): void {
    for (const { instanceId, attempt } of requests) {
      // Its retry may be on the way already.
      if (this.#carried.get(instanceId) === attempt) this.#carried.delete(instanceId);
    }
  }

  /** Drops the waiting runs; their records stay, and the next process to start finds them. */
  close(): void {
    for (const { timer } of this.#delayed.values()) timer.cancel();
    this.#delayed.clear();
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
      for (const [topic, group] of Map.groupBy(waiting, ({ destination }) => executionTopic(destination))) {
        await this.#publish(
          topic,
          group.map(({ request }) => request),
        );
      }
    } catch (error) {
      // They are lost for now: the reconciler finds them and tries again.
      this.finished(waiting.map(({ request }) => request));
      onError(error);
    }
  }

  async #publish(topic: string, requests: readonly ExecutionRequest[]): Promise<void> {
    if (requests.length > 0) await this.#options.bus.publish(topic, requests.map(toExecutionEvent));
  }
}
