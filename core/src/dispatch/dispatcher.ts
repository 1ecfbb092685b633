import type { Clock } from "../base/clock.ts";
import { createId } from "../base/ids.ts";
import type { ExecutionRequest, IMoRuntime } from "../ports/runtime.ts";
import type { ExecutorRecord } from "../ports/metadata-store.ts";

/** Most runs that travel together. */
const LARGEST_BATCH = 250;

/** What a request needs to find its way: the app whose workers hold the code. */
export interface Addressed {
  readonly app: string;
}

export interface DispatcherOptions {
  readonly tenant: string;
  readonly runtime: IMoRuntime;
  readonly clock: Clock;
  /** Told of a dispatch that failed; the reconciler makes up for it. */
  readonly onError: (error: unknown) => void;
}

/** What `assign` has given places in, until it is handed over. */
interface Gathering {
  readonly id: string;
  readonly app: string;
  readonly requests: ExecutionRequest[];
  /** Places nobody has. */
  left: number;
  /** Places given whose requests have neither come nor been given back. */
  awaited: number;
  /** It has waited for long enough: it goes as soon as nothing is awaited. */
  isClosed: boolean;
  readonly sent: PromiseWithResolvers<void>;
}

/** A run's request with the batch it was given. */
export interface AssignedRequest extends Addressed {
  readonly dispatchId: string;
  readonly request: ExecutionRequest;
}

/**
 * Groups runs by app into batches and hands them to the runtime.
 *
 * A batch holds at most 250 runs, and at most a quarter of the smallest worker's limit, so that one batch never blocks
 * a limited worker. Its id is made before the runs are recorded: noting it costs no write of its own. Batches are made
 * by group commit: while one is being handed over, what arrives gathers in the next.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  #limits: ReadonlyMap<string, number> = new Map();
  readonly #gathering = new Map<string, Gathering>();
  /** The batch of each app that still has places. */
  readonly #open = new Map<string, Gathering>();
  /** Whether a batch that was not full is being handed over. */
  #isHandingOver = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Takes over how much the workers of each app carry. */
  learnLimits(executors: readonly ExecutorRecord[]): void {
    const limits = new Map<string, number>();
    for (const { app, limit } of executors) {
      if (limit !== null) limits.set(app, Math.min(limits.get(app) ?? limit, limit));
    }
    this.#limits = limits;
  }

  /** Gives each item a place in a batch: a dispatch id per item, in order. Each is then sent or given back. */
  assign(items: readonly Addressed[]): readonly string[] {
    const own = new Set<Gathering>();
    return items.map(({ app }) => {
      let batch = this.#open.get(app);
      // Beside what waits to be handed over; beside what another call is still at, one would wait for the other.
      if (batch === undefined || !(own.has(batch) || (batch.awaited === 0 && batch.requests.length > 0)))
        batch = this.#begin(app);
      own.add(batch);
      batch.left -= 1;
      batch.awaited += 1;
      if (batch.left === 0) this.#close(batch);
      return batch.id;
    });
  }

  /** Takes places back whose runs are not to be dispatched. */
  giveBack(dispatchIds: readonly string[]): void {
    for (const id of dispatchIds) {
      const batch = this.#gathering.get(id);
      if (batch !== undefined) batch.awaited -= 1;
    }
    void this.#handOver([]);
  }

  /**
   * Hands requests to the runtime, in the batches `assign` gave them; those of no such batch go by themselves.
   * Never rejects: what fails is dispatched again.
   */
  async send(requests: readonly AssignedRequest[]): Promise<void> {
    const alone = new Map<string, Gathering>();
    const touched = new Set<Gathering>();
    for (const { app, dispatchId, request } of requests) {
      let batch = this.#gathering.get(dispatchId) ?? alone.get(dispatchId);
      if (batch === undefined) alone.set(dispatchId, (batch = gatheringOf(dispatchId, app, 0)));
      else if (!alone.has(dispatchId)) batch.awaited -= 1;
      batch.requests.push(request);
      touched.add(batch);
    }
    void this.#handOver([...alone.values()]);
    await Promise.all([...touched].map(({ sent }) => sent.promise));
  }

  /** Hands over these, and of those that gather what need not wait. */
  async #handOver(batches: readonly Gathering[]): Promise<void> {
    const ready = [...batches];
    let hasPartial = false;
    for (const batch of this.#gathering.values()) {
      if (batch.awaited > 0 || (!batch.isClosed && this.#isHandingOver)) continue;
      if (batch.left > 0) hasPartial = true;
      this.#close(batch);
      this.#gathering.delete(batch.id);
      if (batch.requests.length > 0) ready.push(batch);
    }
    if (ready.length === 0) return;
    const mayGather = hasPartial && !this.#isHandingOver;
    if (mayGather) this.#isHandingOver = true;
    const { tenant, runtime, onError } = this.#options;
    try {
      await runtime.dispatch(ready.map(({ id, app, requests }) => ({ id, tenant, app, requests })));
    } catch (error) {
      onError(error);
    }
    for (const { sent } of ready) sent.resolve();
    if (!mayGather) return;
    this.#isHandingOver = false;
    // What is still being recorded for these comes soon, and nothing more joins them.
    for (const batch of this.#gathering.values()) if (batch.requests.length > 0) this.#close(batch);
    await this.#handOver([]);
  }

  #begin(app: string): Gathering {
    const batch = gatheringOf(createId(this.#options.clock.now()), app, this.#batchSize(app));
    this.#gathering.set(batch.id, batch);
    this.#open.set(app, batch);
    return batch;
  }

  #close(batch: Gathering): void {
    batch.isClosed = true;
    if (this.#open.get(batch.app) === batch) this.#open.delete(batch.app);
  }

  #batchSize(app: string): number {
    const limit = this.#limits.get(app);
    return limit === undefined ? LARGEST_BATCH : Math.max(1, Math.min(LARGEST_BATCH, Math.floor(limit / 4)));
  }
}

function gatheringOf(id: string, app: string, places: number): Gathering {
  return {
    id,
    app,
    requests: [],
    left: places,
    awaited: 0,
    isClosed: false,
    sent: Promise.withResolvers<void>(),
  };
}
