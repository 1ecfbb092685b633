import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { type Clock, sleep } from "@mojob/core/ports";
import { intercept, type Stores } from "./intercept.ts";
import type { SeededRandom } from "./seeded-random.ts";

export interface StoreFaults {
  readonly random: SeededRandom;
  readonly clock: Clock;
  /** How likely a call is to fail. @default 0.2 */
  readonly probability?: number;
  /** How long a call without a response hangs before it counts as failed. @default 10_000 */
  readonly timeoutMs?: number;
  /** Whether it fails at all now. @default always */
  readonly isOn?: () => boolean;
  /** How often each way to fail came up. */
  readonly counts: { before: number; after: number; instead: number };
}

/**
 * Stores of any kind that fail with a probability: before they do what they are asked, after they did it, or instead of
 * returning, so that the caller waits in vain and does not know the outcome.
 */
export function faultyStores(stores: Stores, faults: StoreFaults): Stores {
  const { random, clock, probability = 0.2, timeoutMs = 10_000, isOn = () => true, counts } = faults;
  const fail = (what: string): never => {
    throw new MoJobError(MoJobErrorCode.StoreUnavailable, `The store does not answer: ${what}`);
  };
  return intercept(stores, async ({ port, method }, proceed) => {
    if (!isOn() || random.next() >= probability) return proceed();
    const way = random.pick(["before", "after", "instead"] as const);
    counts[way] += 1;
    if (way === "before") fail(`${port}.${method} was never begun`);
    await proceed();
    if (way === "instead") await sleep(clock, timeoutMs);
    return fail(`${port}.${method} was done`);
  });
}
