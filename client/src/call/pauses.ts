import type { MoJobClientError } from "./client-error.ts";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;
/** A server that asks for more is asked again earlier, or the call would seem to hang. */
const LONGEST_ASKED_MS = 30_000;

/** A server that is there has judged the call, and would judge it the same again. */
const PASSING_STATUS: ReadonlySet<number> = new Set([0, 408, 502, 503, 504]);

/** Whether the same call may succeed a moment later. */
export function isPassing({ status }: MoJobClientError, retryAfter: string | null): boolean {
  return PASSING_STATUS.has(status) || (status === 429 && retryAfter !== null);
}

/**
 * How long to wait before a call is repeated: the server's own wish, or twice as long each time.
 * @param chance from 0 to 1, so that many clients do not come back together
 */
export function pauseMs(failures: number, chance: number, retryAfter: string | null): number {
  const asked = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
  if (asked !== null) return Math.min(asked, LONGEST_ASKED_MS);
  const grown = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return grown * (0.5 + chance / 2);
}
