import { globSync } from "node:fs";

/** Where Debian and its kin put it. */
const PLACES = "/usr/lib/*/faketime/libfaketimeMT.so.1";

/**
 * The environment of a process whose date is wrong by so much, as on a machine that was never set: all of it sees that date, the
 * drivers and Temporal's native part as well. Its timers and durations are right.
 *
 * @throws Error where libfaketime is not installed
 */
export function wrongDate(aheadMs: number): Readonly<Record<string, string>> {
  if (aheadMs === 0) return {};
  const [library] = globSync(PLACES);
  if (library === undefined)
    throw new Error(
      `Cannot set a process's clock: there is no "${PLACES}"; install it with apt-get install libfaketime`,
    );
  const seconds = Math.round(aheadMs / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}
