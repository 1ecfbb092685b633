import type { Duty } from "@mojob/core/engine";
import { type Clock, sleep } from "@mojob/core/ports";
import { Wakeup } from "@mojob/temporal-link";

/** Passes that follow within this time, or within the duty's own pace, are awaited in the process. */
const SHORT_PAUSE_MS = 5000;
/** A duty is returned after this long, so that control planes share the work. */
const LONGEST_HOLD_MS = 600_000;
/** A duty is run again this long before it is due: a Temporal timer is rounded up to a whole second. */
const WAKE_LEAD_MS = 2000;
/** Even when nothing is due for longer it runs again, because the control plane's clock may have been set. */
const LONGEST_SLEEP_MS = 3_600_000;

export interface HoldDutyOptions {
  readonly clock: Clock;
  /** Aborts when the control plane must give the duty up. */
  readonly signal: AbortSignal;
}

/**
 * Runs passes of a duty in this process until the next one is due later than a short pause, and resolves to when that is.
 *
 * @throws what a pass rejects with
 */
export async function holdDuty(
  duty: Duty,
  { clock, signal }: HoldDutyOptions,
): Promise<{ readonly nextInMs: number }> {
  const due = new Wakeup();
  const stopListening = duty.onDue?.(() => due.notify());
  const endAtMs = clock.monotonicMs() + LONGEST_HOLD_MS;
  const longestPauseMs = Math.max(duty.everyMs, SHORT_PAUSE_MS);
  try {
    for (;;) {
      const woken = due.next();
      const pass = await duty.run(signal);
      const nextInMs = Math.min(pass?.nextInMs ?? duty.everyMs, LONGEST_SLEEP_MS);
      if (signal.aborted) return { nextInMs: 0 };
      if (nextInMs > longestPauseMs) return { nextInMs: nextInMs - WAKE_LEAD_MS };
      if (clock.monotonicMs() >= endAtMs) return { nextInMs: 0 };
      const waited = new AbortController();
      const pause = sleep(clock, nextInMs, AbortSignal.any([signal, waited.signal]));
      await Promise.race([pause, woken]);
      waited.abort();
      if (signal.aborted) return { nextInMs: 0 };
    }
  } finally {
    stopListening?.();
  }
}
