import { type Clock, sleep } from "../base/clock.ts";
import { isMoJobError } from "../base/error.ts";
import type { HealthCheck, HealthOptions } from "../scheduler/health-check.ts";

/** One part that hangs must not hide how the others are: a readiness probe waits five seconds for all. */
const REPLY_WITHIN_MS = 3000;

/** A part of the scheduler that can be unavailable. */
export interface HealthProbe {
  readonly name: string;
  /** Where it is, for a part that does not respond. @default unnamed */
  readonly address?: string;
  /** Rejects while the part is unavailable. */
  check(): Promise<void>;
}

/** Asks all parts at once; a part that rejects, or does not respond in time, is not `ok`. */
export function checkHealth(
  probes: readonly HealthProbe[],
  clock: Clock,
  { withinMs = REPLY_WITHIN_MS }: HealthOptions = {},
): Promise<readonly HealthCheck[]> {
  return Promise.all(
    probes.map(async ({ name, address, check }) => {
      const waited = new AbortController();
      const where = address === undefined ? "It" : `The server at "${address}"`;
      const tooLate = sleep(clock, withinMs, waited.signal).then(
        () => `${where} did not respond within ${withinMs} ms`,
      );
      const detail = await Promise.race([problemOf(check), tooLate]);
      waited.abort();
      return { name, ok: detail === null, detail };
    }),
  );
}

/** The problem of a part; `null` where it is available. */
async function problemOf(check: () => Promise<void>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    return isMoJobError(error) ? error.message : "It did not respond";
  }
}
