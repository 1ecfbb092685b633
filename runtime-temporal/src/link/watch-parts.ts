import type { MoJobScheduler } from "@mojob/core";
import { type OutageLog, repeat, type Repetition, type StoreGuard } from "@mojob/core/engine";
import type { Clock } from "@mojob/core/ports";

const LOOK_EVERY_MS = 5000;
/** Longer than any call takes to fail: then it is known why. */
const REPLY_WITHIN_MS = 12_000;

export interface WatchPartsOptions {
  readonly scheduler: Pick<MoJobScheduler, "health">;
  readonly outages: OutageLog;
  /** One for each tenant that is served now. */
  readonly guards: () => readonly StoreGuard[];
  readonly clock: Clock;
}

/**
 * Looks every five seconds at what a process needs: asks every part how it is, and whether the store has lost everything.
 * Resolves when it has seen what the store has now.
 */
export async function watchParts({
  scheduler,
  outages,
  guards,
  clock,
}: WatchPartsOptions): Promise<Repetition> {
  const { onError } = outages;
  await Promise.all(guards().map((guard) => guard.look().catch(onError)));
  const look = async (): Promise<void> => {
    outages.note(await scheduler.health({ withinMs: REPLY_WITHIN_MS }));
    await Promise.all(guards().map((guard) => guard.look().catch(onError)));
  };
  return repeat(look, { clock, everyMs: LOOK_EVERY_MS, onError });
}
