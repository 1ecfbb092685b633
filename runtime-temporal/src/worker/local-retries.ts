import { carryRequests, requestExecution } from "@mojob/core/engine";
import type { ExecutionRequest, IMoEventBus } from "@mojob/core/ports";

/** Returns whether the batch that runs it now keeps a retry. */
export type RetryTaker = (request: ExecutionRequest) => boolean;

/** Retries that stay in a worker: a batch that runs may keep a retry of its runs, others are published as usual. */
export class LocalRetries {
  readonly #takers = new Map<string, RetryTaker>();

  /** Offers retries of these runs to the taker until the returned function is called. */
  offer(instanceIds: readonly string[], taker: RetryTaker): () => void {
    for (const id of instanceIds) this.#takers.set(id, taker);
    return () => {
      for (const id of instanceIds) if (this.#takers.get(id) === taker) this.#takers.delete(id);
    };
  }

  /** The bus of the worker: what no batch keeps goes to the one behind it. */
  before(bus: IMoEventBus): IMoEventBus {
    return carryRequests(bus, async ({ id, payload }) => {
      const requests = payload.requests.filter(
        (request) => this.#takers.get(request.instanceId)?.(request) !== true,
      );
      if (requests.length > 0) await requestExecution(bus, id, { ...payload, requests });
    });
  }
}
