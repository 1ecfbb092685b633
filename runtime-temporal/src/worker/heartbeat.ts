import type { Clock, Timer } from "@mojob/core";
import type { Context } from "@temporalio/activity";

/** Tells Temporal again and again that an activity is alive, until it is stopped. */
export function startHeartbeat(
  context: Context,
  clock: Clock,
  everyMs: number,
  details?: string,
): () => void {
  let timer: Timer;
  const beat = (): void => {
    context.heartbeat(details);
    timer = clock.setTimer(beat, everyMs, { background: true });
  };
  beat();
  return () => timer.cancel();
}
