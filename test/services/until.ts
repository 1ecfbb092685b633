import process from "node:process";
import { setTimeout as timer } from "node:timers/promises";

/** What the check of the safeguards makes shorter: there most of what is waited for never comes. */
const { TEST_PATIENCE_MS: PATIENCE_MS = 80_000 } = process.env;

/** What is waited for long is looked for less often: each look costs the servers time that they need to bring it about. */
const PART_OF_WAITED = 0.1;
const MOST_EVERY_MS = 250;

export interface UntilOptions {
  /** @default 80_000, or what TEST_PATIENCE_MS says */
  readonly patienceMs?: number;
  /** At first; later it looks after a tenth of the time that it has waited, at most four times a second. @default 10 */
  readonly everyMs?: number;
}

/** Calls the check until it returns something, and resolves to that: servers and processes keep their own time. */
export async function until<Found>(
  what: string,
  check: () => Found | null | undefined | false | Promise<Found | null | undefined | false>,
  { patienceMs = Number(PATIENCE_MS), everyMs = 10 }: UntilOptions = {},
): Promise<Found> {
  const beganMs = performance.now();
  for (;;) {
    const found = await check();
    if (found !== null && found !== undefined && found !== false) return found;
    const waitedMs = performance.now() - beganMs;
    if (waitedMs > patienceMs) throw new Error(`It did not come within ${patienceMs} ms: ${what}`);
    await timer(Math.max(everyMs, Math.min(waitedMs * PART_OF_WAITED, MOST_EVERY_MS)));
  }
}

/** Waits until the condition holds, as contract suites ask for it. */
export async function untilTrue(
  condition: () => boolean | Promise<boolean>,
  patienceMs?: number,
): Promise<void> {
  await until("the condition to hold", condition, patienceMs === undefined ? {} : { patienceMs });
}

/** Resolves when this much of the servers' time has passed. */
export async function eventually(ms: number): Promise<void> {
  await timer(ms);
}
