import type { Clock } from "../base/clock.ts";
import { createId } from "../base/ids.ts";
import type { DispatchBatch, ExecutionRequest, IMoRuntime } from "../ports/runtime.ts";
import type { ExecutorRecord } from "../ports/metadata-store.ts";

/** Most runs that travel together. */
const LARGEST_BATCH = 100;

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

/**
 * Groups runs by app into batches and hands them to the runtime.
 *
 * A batch holds at most 100 runs, and at most a quarter of the smallest worker's limit, so that one batch never blocks
 * a limited worker. Its id is made before the runs are recorded: noting it costs no write of its own.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  #limits: ReadonlyMap<string, number> = new Map();

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

  /** Gives each item its batch: a dispatch id per item, in order. */
  assign(items: readonly Addressed[]): readonly string[] {
    const open = new Map<string, { id: string; left: number }>();
    return items.map(({ app }) => {
      let batch = open.get(app);
      if (batch === undefined || batch.left === 0) {
        batch = { id: createId(this.#options.clock.now()), left: this.#batchSize(app) };
        open.set(app, batch);
      }
      batch.left -= 1;
      return batch.id;
    });
  }

  /** Hands requests to the runtime, in the batches `assign` gave them. Never rejects: what fails is dispatched again. */
  async send(
    requests: readonly (Addressed & { readonly dispatchId: string; readonly request: ExecutionRequest })[],
  ): Promise<void> {
    if (requests.length === 0) return;
    const batches = new Map<string, { readonly app: string; readonly requests: ExecutionRequest[] }>();
    for (const { app, dispatchId, request } of requests) {
      const batch = batches.get(dispatchId);
      if (batch === undefined) batches.set(dispatchId, { app, requests: [request] });
      else batch.requests.push(request);
    }
    const { tenant, runtime, onError } = this.#options;
    const sent: DispatchBatch[] = [];
    for (const [id, batch] of batches) sent.push({ id, tenant, ...batch });
    try {
      await runtime.dispatch(sent);
    } catch (error) {
      onError(error);
    }
  }

  #batchSize(app: string): number {
    const limit = this.#limits.get(app);
    return limit === undefined ? LARGEST_BATCH : Math.max(1, Math.min(LARGEST_BATCH, Math.floor(limit / 4)));
  }
}
