import { repeat } from "@mojob/core/engine";
import type { Clock } from "@mojob/core/ports";

/** The used part of an activity's context. */
export interface HeartbeatContext {
  heartbeat(details?: unknown): void;
}

export interface HeartbeatOptions {
  readonly clock: Clock;
  readonly everyMs: number;
  /** Sent with every heartbeat; the first one is then sent at once. @default nothing */
  readonly details?: string;
}

/** Sends heartbeats of an activity to Temporal regularly, until the returned function is called. */
export function startHeartbeat(context: HeartbeatContext, options: HeartbeatOptions): () => void {
  const { clock, everyMs, details } = options;
  const beat = async (): Promise<void> => context.heartbeat(details);
  const firstInMs = details === undefined ? everyMs : 0;
  // A context refuses heartbeats only once its activity is over.
  const beats = repeat(beat, { clock, everyMs, firstInMs, onError: () => {} });
  return () => void beats.close();
}
