import type { DispatchBatch, ExecutionRequest, IMoRuntime } from "@mojob/core/ports";

/** Returns whether the batch that runs it now keeps a retry. */
export type RetryTaker = (request: ExecutionRequest) => boolean;

/** Retries that stay in a worker: a batch that runs may keep a retry of its runs, others are dispatched as usual. */
export class LocalRetries {
  readonly #takers = new Map<string, RetryTaker>();

  /** Offers retries of these runs to the taker until the returned function is called. */
  offer(instanceIds: readonly string[], taker: RetryTaker): () => void {
    for (const id of instanceIds) this.#takers.set(id, taker);
    return () => {
      for (const id of instanceIds) if (this.#takers.get(id) === taker) this.#takers.delete(id);
    };
  }

  /** The runtime of the worker: what no batch keeps goes to the other one. */
  before(outside: IMoRuntime): IMoRuntime {
    return {
      dispatch: async (batches) => {
        const left = batches.map((batch) => this.#notKept(batch));
        await outside.dispatch(left.filter(({ requests }) => requests.length > 0));
      },
      forget: (instance) => outside.forget?.(instance),
      wake: (instances) => outside.wake?.(instances) ?? Promise.resolve(),
      findLost: (instances) => outside.findLost(instances),
      findCarrier: (instance) => outside.findCarrier?.(instance) ?? Promise.resolve(null),
    };
  }

  #notKept(batch: DispatchBatch): DispatchBatch {
    const requests = batch.requests.filter((request) => !this.#takers.get(request.instanceId)?.(request));
    return { ...batch, requests };
  }
}
