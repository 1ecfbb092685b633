import type { HeldAttempt, HostedExecutor, OfferedAttempt } from "@mojob/core/engine";
import type { ResumedLease } from "../protocol.ts";
import { leaseName, parseLeaseName } from "./lease.ts";

/**
 * The runs that a program has gone on executing without a gateway, from the response that offers it their new leases until its first
 * call, which shows that the response arrived. Nothing is written before, so that a registration whose response was lost can be repeated.
 */
export class OfferedRuns {
  /** By their new leases. */
  readonly #offered = new Map<string, OfferedAttempt>();
  #taking: Promise<void> | null = null;

  /** Resolves to the new lease of each that the executor may go on with. */
  async offer(
    executor: Pick<HostedExecutor, "offer">,
    leases: readonly string[],
  ): Promise<readonly ResumedLease[]> {
    const held = new Map<string, HeldAttempt>();
    for (const lease of leases) {
      const attempt = parseLeaseName(lease);
      if (attempt !== null) held.set(lease, attempt);
    }
    const offers = await executor.offer([...held.values()]);
    return [...held.keys()].flatMap((lease, index) => {
      const offered = offers[index] ?? null;
      if (offered === null) return [];
      const renewed = leaseName({ claim: offered.nextClaim, instanceId: offered.instanceId });
      this.#offered.set(renewed, offered);
      return [{ lease, renewed }];
    });
  }

  /** Whether the lease is one that the program has from an offer. */
  has(lease: string): boolean {
    return this.#offered.has(lease);
  }

  /** Makes all of them the executor's, where they still can be; a call that comes meanwhile waits for the same. */
  async take(executor: Pick<HostedExecutor, "resume">): Promise<void> {
    if (this.#offered.size === 0) return;
    this.#taking ??= this.#take(executor).finally(() => {
      this.#taking = null;
    });
    await this.#taking;
  }

  async #take(executor: Pick<HostedExecutor, "resume">): Promise<void> {
    await Promise.all(
      [...this.#offered].map(async ([lease, attempt]) => {
        await executor.resume(attempt);
        this.#offered.delete(lease);
      }),
    );
  }
}
