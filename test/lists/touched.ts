import { secondsOf } from "./durations.ts";
import { sourcesOf } from "./sources.ts";

export interface TouchedTests {
  readonly chosen: readonly string[];
  /** Touched as well, and left to the night. */
  readonly left: readonly string[];
}

/**
 * Of these test files those that a change touches, what is short first, as many as take `seconds` one after the other.
 *
 * @param changed paths of files, from the repository's root
 */
export function touchedTests(
  tests: readonly string[],
  changed: readonly string[],
  seconds: number,
): TouchedTests {
  const touched = tests
    .filter((test) => sourcesOf(test).some((source) => changed.some((path) => isIn(path, source))))
    .toSorted((one, other) => secondsOf(one) - secondsOf(other));
  let used = 0;
  const chosen = touched.filter((test) => (used += secondsOf(test)) <= seconds);
  return { chosen, left: touched.filter((test) => !chosen.includes(test)) };
}

function isIn(path: string, source: string): boolean {
  return path === source || path.startsWith(`${source}/`);
}
