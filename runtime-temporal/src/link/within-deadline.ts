import { systemClock } from "@mojob/core/ports";
import type { Client } from "@temporalio/client";

/** Time limit of one call to the server. */
const CALL_TIMEOUT_MS = 10_000;

/** One call to the server, which rejects when there is no reply in time. */
export function withinDeadline<Result>(client: Client, call: () => Promise<Result>): Promise<Result> {
  // The driver compares it with the process's own clock, right or wrong.
  return client.connection.withDeadline(systemClock.now().getTime() + CALL_TIMEOUT_MS, call);
}
