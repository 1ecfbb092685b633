import type { DispatchBatch, ExecutionRequest, IMoRuntime, JobInstance } from "@mojob/core";

/** Asks whether a retry stays with whoever runs it now; answers whether it does. */
export type RetryTaker = (request: ExecutionRequest) => boolean;

/** What a worker's retries go through: those its errands keep stay here, the others take the usual way. */
export class WorkerRuntime implements IMoRuntime {
  readonly #outside: IMoRuntime;
  readonly #takers = new Map<string, RetryTaker>();

  constructor(outside: IMoRuntime) {
    this.#outside = outside;
  }

  /** Has the taker asked about retries of these runs; answers how to stop. */
  keepRetries(instanceIds: readonly string[], taker: RetryTaker): () => void {
    for (const id of instanceIds) this.#takers.set(id, taker);
    return () => {
      for (const id of instanceIds) if (this.#takers.get(id) === taker) this.#takers.delete(id);
    };
  }

  async dispatch(batches: readonly DispatchBatch[]): Promise<void> {
    const left = batches.map((batch) => ({
      ...batch,
      requests: batch.requests.filter((request) => !this.#takers.get(request.instanceId)?.(request)),
    }));
    await this.#outside.dispatch(left.filter(({ requests }) => requests.length > 0));
  }

  forget(instance: JobInstance): void {
    this.#outside.forget?.(instance);
  }

  findLost(instances: readonly JobInstance[]): Promise<readonly JobInstance[]> {
    return this.#outside.findLost(instances);
  }
}
