import { enqueue, executionRequested, findPostponed } from "@mojob/core/engine";
import type {
  Clock,
  ExecutionRequest,
  IMoInstanceStore,
  JobExecutionRequested,
  Timer,
} from "@mojob/core/ports";

export interface DelayedRequestsOptions {
  readonly store: IMoInstanceStore;
  readonly clock: Clock;
  /** Called with requests that are due. */
  readonly publish: (event: JobExecutionRequested) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

interface Delayed {
  /** The event it was published with. */
  readonly event: JobExecutionRequested;
  readonly request: ExecutionRequest;
}

/** Keeps requests until they are due, and then has their runs wait for a worker and publishes them. */
export class DelayedRequests {
  readonly #options: DelayedRequestsOptions;
  /** By the instant they are due: what is due together shares a timer. */
  readonly #waiting = new Map<number, { readonly timer: Timer; readonly requests: Delayed[] }>();
  /** The runs of all of them. */
  readonly #runs = new Set<string>();

  constructor(options: DelayedRequestsOptions) {
    this.#options = options;
  }

  /** Publishes what is due at once, and keeps the rest. */
  carry(event: JobExecutionRequested): Promise<void> {
    const { destination, requests } = event.payload;
    const atOnce = requests.filter(({ dueAt }) => dueAt === null);
    if (atOnce.length === requests.length) return this.#options.publish(event);
    for (const request of requests)
      if (request.dueAt !== null) this.#delay({ event, request }, Date.parse(request.dueAt));
    if (atOnce.length === 0) return Promise.resolve();
    return this.#options.publish(executionRequested(event.id, { destination, requests: atOnce }));
  }

  has(instanceId: string): boolean {
    return this.#runs.has(instanceId);
  }

  /** Drops them; their records stay, and the next process to start finds them. */
  close(): void {
    for (const { timer } of this.#waiting.values()) timer.cancel();
    this.#waiting.clear();
    this.#runs.clear();
  }

  #delay(delayed: Delayed, dueMs: number): void {
    this.#runs.add(delayed.request.instanceId);
    const together = this.#waiting.get(dueMs);
    if (together !== undefined) {
      together.requests.push(delayed);
      return;
    }
    const { clock } = this.#options;
    const timer = clock.setTimer(() => void this.#release(dueMs), dueMs - clock.now().getTime());
    this.#waiting.set(dueMs, { timer, requests: [delayed] });
  }

  async #release(dueMs: number): Promise<void> {
    const due = this.#waiting.get(dueMs)?.requests ?? [];
    this.#waiting.delete(dueMs);
    try {
      // Refused where the run was cancelled meanwhile; its request then finds nothing to admit.
      const postponed = await this.#enqueue(due.filter(isFirstOfItsRun), dueMs);
      const ready: Delayed[] = [];
      for (const delayed of due) {
        const dueAt = postponed.get(delayed);
        this.#runs.delete(delayed.request.instanceId);
        if (dueAt === undefined) ready.push(delayed);
        else this.#delay(postponedTo(delayed, dueAt), dueAt.getTime());
      }
      await Promise.all(
        Array.from(
          Map.groupBy(ready, ({ event }) => event),
          ([{ id, payload }, some]) =>
            this.#options.publish(
              executionRequested(id, { ...payload, requests: some.map(({ request }) => request) }),
            ),
        ),
      );
    } catch (error) {
      // They are lost for now: the reconciler finds them and tries again.
      for (const { request } of due) this.#runs.delete(request.instanceId);
      this.#options.onError(error);
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
      scheduled.map(({ event, request: { instanceId, attempt } }) =>
        enqueue({ tenant: event.payload.destination.tenant, id: instanceId }, now, attempt, dueBy),
      ),
    );
    const refused = scheduled.filter((_, index) => isEnqueued[index] !== true);
    for (const [tenant, some] of Map.groupBy(refused, ({ event }) => event.payload.destination.tenant)) {
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

/** A run waits as Scheduled for its first attempt, and for one that ends a snooze; a retry waits as Failed. */
function isFirstOfItsRun({ request: { attempt, retry = attempt - 1 } }: Delayed): boolean {
  return retry === 0;
}

function postponedTo({ event, request }: Delayed, dueAt: Date): Delayed {
  return { event, request: { ...request, dueAt: dueAt.toISOString() } };
}
