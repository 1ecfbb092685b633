import type { SecondTry } from "./second-tries.ts";
import type { TestReport } from "./test-report.ts";

const SLOWEST = 50;
/** Of a failed test's message … */
const MOST_LINES = 12;
/** … and of why one was run again: a property says its seed and its counterexample first. */
const MOST_LINES_AGAIN = 5;
const MOST_CHARACTERS = 400;
/** So many tests may need a second try; with more of them a run has failed. */
export const MOST_SECOND_TRIES = 3;

/**
 * For people: the slowest tests, those that passed only when they were run again, and those that failed. What failed comes last, because of a long
 * log often only the end is kept.
 */
export function summaryOf({ tests, failures }: TestReport, again: readonly SecondTry[]): string {
  const slowest = tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  return [
    `The ${slowest.length} slowest tests:`,
    ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`),
    ...(again.length > 0 ? [`Passed only when run again (${again.length}):`] : []),
    ...again.map(({ name, reasons }) => [name, ...reasons.map(beginOf)].join("\n")),
    ...(again.length > MOST_SECOND_TRIES
      ? [
          `FAILED ${again.length} tests passed only when they were run again, and at most ${MOST_SECOND_TRIES} may: mend them, or skip them with an entry in docs/known-flaky.md`,
        ]
      : []),
    ...failures.map(
      ({ name, message }) => `FAILED ${name}\n${message.split("\n").slice(0, MOST_LINES).join("\n")}`,
    ),
  ].join("\n");
}

function beginOf(reason: string): string {
  const lines = reason.split("\n").slice(0, MOST_LINES_AGAIN);
  return lines.map((line) => `  ${line.slice(0, MOST_CHARACTERS)}`).join("\n");
}

/** `7 passed, 0 failed, 1 skipped` */
export function countsLine({ passed, skipped }: TestReport, failed: number): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
