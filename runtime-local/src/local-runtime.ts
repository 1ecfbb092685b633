import {
  type Clock,
  type DispatchBatch,
  enqueue,
  type ExecutionRequest,
  executionTopic,
  type IMoEventBus,
  type IMoInstanceStore,
  type IMoRuntime,
  type JobInstance,
  type Timer,
  toExecutionEvent,
} from "@mojob/core";

export interface LocalRuntimeOptions {
  readonly bus: IMoEventBus;
  readonly store: IMoInstanceStore;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

interface Delayed extends ExecutionRequest {
  readonly tenant: string;
  readonly app: string;
}

/**
 * Carries runs to the workers of this process: at once over the bus, or when a timer says so.
 *
 * It knows what it carries, so the reconciler can tell what nobody carries any more.
 */
export class LocalRuntime implements IMoRuntime {
  readonly #options: LocalRuntimeOptions;
  /** The attempt under way towards a worker or on it, by run. */
  readonly #carried = new Map<string, number>();
  /** What waits, by the instant it is due: whatever is due together shares a timer. */
  readonly #delayed = new Map<number, { readonly timer: Timer; readonly requests: Delayed[] }>();

  constructor(options: LocalRuntimeOptions) {
    this.#options = options;
  }

  async dispatch(batches: readonly DispatchBatch[]): Promise<void> {
    const nowMs = this.#options.clock.now().getTime();
    for (const { tenant, app, requests } of batches) {
      const due: ExecutionRequest[] = [];
      for (const request of requests) {
        this.#carried.set(request.instanceId, request.attempt);
        const { dueAt } = request;
        if (dueAt === null) due.push(request);
        else this.#delay({ ...request, tenant, app }, dueAt.getTime(), nowMs);
      }
      await this.#publish(tenant, app, due);
    }
  }

  findLost(instances: readonly JobInstance[]): Promise<readonly JobInstance[]> {
    return Promise.resolve(instances.filter(({ id }) => !this.#carried.has(id)));
  }

  /** A worker is done with these requests: settled, or left for another. */
  finished(requests: readonly ExecutionRequest[]): void {
    for (const { instanceId, attempt } of requests) {
      // Its retry may be on the way already.
      if (this.#carried.get(instanceId) === attempt) this.#carried.delete(instanceId);
    }
  }

  /** Forgets what waits; the records stay, and whoever starts next finds them. */
  close(): void {
    for (const { timer } of this.#delayed.values()) timer.cancel();
    this.#delayed.clear();
  }

  #delay(request: Delayed, dueMs: number, nowMs: number): void {
    const waiting = this.#delayed.get(dueMs);
    if (waiting !== undefined) {
      waiting.requests.push(request);
      return;
    }
    const timer = this.#options.clock.setTimer(() => void this.#release(dueMs), dueMs - nowMs);
    this.#delayed.set(dueMs, { timer, requests: [request] });
  }

  async #release(dueMs: number): Promise<void> {
    const { clock, store, onError } = this.#options;
    const requests = this.#delayed.get(dueMs)?.requests ?? [];
    this.#delayed.delete(dueMs);
    try {
      const now = clock.now();
      const scheduled = requests.filter(({ attempt }) => attempt === 1);
      // Refused where the run was cancelled meanwhile; its request then finds nothing to admit.
      if (scheduled.length > 0) {
        await store.update(
          scheduled.map(({ tenant, instanceId }) => enqueue({ tenant, id: instanceId }, now)),
        );
      }
      const byApp = Map.groupBy(requests, ({ tenant, app }) => `${tenant}\n${app}`);
      for (const group of byApp.values()) {
        const [first] = group;
        if (first !== undefined) await this.#publish(first.tenant, first.app, group);
      }
    } catch (error) {
      // Nobody carries them now: the reconciler finds them and tries again.
      this.finished(requests);
      onError(error);
    }
  }

  async #publish(tenant: string, app: string, requests: readonly ExecutionRequest[]): Promise<void> {
    if (requests.length > 0)
      await this.#options.bus.publish(executionTopic(tenant, app), requests.map(toExecutionEvent));
  }
}
