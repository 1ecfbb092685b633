import type { Instance } from "../api/operations.generated.ts";
import type { Caller } from "../call/caller.ts";
import { ClientErrorCode, isMoJobClientError, MoJobClientError } from "../call/client-error.ts";

/** How long one call waits: a server that ends lets calls under way end first. */
const WAIT_MS = 5000;
/** Responses that come earlier than that are of a server that ends. */
const EARLY_MS = 1000;

/** How long to wait for a run's end. */
export interface RemoteWaitOptions {
  /** @default for ever, through outages of the server */
  readonly timeoutMs?: number;
  /** Ends the wait, not the run: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Resolves to a run once it has ended, however it ended.
 * @throws MoJobClientError `timeout` when `timeoutMs` is over; `instance_not_found`; the signal's reason
 */
export async function waitForEnd(
  caller: Caller,
  id: string,
  { timeoutMs = Number.POSITIVE_INFINITY, signal }: RemoteWaitOptions = {},
): Promise<Instance> {
  const { clock } = caller.options;
  const endsAtMs = clock.monotonicMs() + timeoutMs;
  let failures = 0;
  for (;;) {
    const beganMs = clock.monotonicMs();
    const waitMs = Math.max(0, Math.min(WAIT_MS, Math.ceil(endsAtMs - beganMs)));
    const run = await readRun(caller, id, waitMs, signal);
    if (run?.completedAt != null) return run;
    if (clock.monotonicMs() >= endsAtMs) throw late(id, timeoutMs);
    const isEarly = run === null || clock.monotonicMs() - beganMs < Math.min(EARLY_MS, waitMs);
    failures = isEarly ? failures + 1 : 0;
    if (isEarly) await caller.pause(failures, null, signal);
  }
}

/** The run after a wait; `null` where the server does not respond. */
async function readRun(
  caller: Caller,
  id: string,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<Instance | null> {
  try {
    return await caller.call("getInstance", { path: { id }, query: { waitMs } }, { waitMs, signal });
  } catch (error) {
    const isOutage = isMoJobClientError(error) && (error.status === 0 || error.status >= 502);
    if (isOutage || isMoJobClientError(error, ClientErrorCode.Unreachable)) return null;
    throw error;
  }
}

function late(id: string, timeoutMs: number): MoJobClientError {
  return new MoJobClientError("timeout", `Run "${id}" has not ended within ${timeoutMs} ms; it goes on`);
}
