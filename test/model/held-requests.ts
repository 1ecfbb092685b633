import type { JobInstance } from "@mojob/core";
import { carryRequests } from "@mojob/core/engine";
import type { ExecutionRequest, IMoEventBus, IMoRuntime, RequestedRuns } from "@mojob/core/ports";
import { attemptName } from "./run-name.ts";

/** A request on its way to a worker. */
export interface HeldRequest {
  readonly name: string;
  readonly request: ExecutionRequest;
  /** The executor it is for; `null` is any. */
  readonly executor: string | null;
  /** How often it is yet to be delivered. */
  readonly left: number;
}

/** The network between control planes and workers: each request waits until it is delivered, to whichever worker. */
export class HeldRequests implements IMoRuntime {
  readonly #held = new Map<string, HeldRequest>();

  get waiting(): readonly HeldRequest[] {
    return [...this.#held.values()].filter(({ left }) => left > 0);
  }

  /** The bus of a process, whose requests wait here. */
  before(bus: IMoEventBus): IMoEventBus {
    return carryRequests(bus, async ({ payload }) => this.#holdAll(payload));
  }

  /** A run that was postponed has its delivery wait until then. */
  postpone({ request, executor }: Pick<HeldRequest, "request" | "executor">, dueAt: Date | null): void {
    this.#hold({ ...request, dueAt: dueAt?.toISOString() ?? null }, executor);
  }

  #holdAll({ destination, requests }: RequestedRuns): void {
    for (const request of requests) this.#hold(request, destination.executor);
  }

  #hold(request: ExecutionRequest, executor: string | null): void {
    const name = attemptName(request);
    // Two of the same are one that is delivered twice.
    const left = (this.#held.get(name)?.left ?? 0) + 1;
    this.#held.set(name, { name, request, executor, left });
  }

  /** The caller has seen that the workers are dead. */
  findLost(instances: readonly JobInstance[]): Promise<readonly JobInstance[]> {
    return Promise.resolve(instances);
  }

  /** It was delivered. */
  remove({ name }: HeldRequest): void {
    const held = this.#held.get(name);
    if (held !== undefined) this.#held.set(name, { ...held, left: held.left - 1 });
  }

  /** Nothing that is on its way arrives. */
  clear(): void {
    this.#held.clear();
  }
}
