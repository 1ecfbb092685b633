import type { Spread } from "../checker/figures.ts";
import type { ChaosReport } from "./run-chaos.ts";

const MOST_VERDICTS = 20;

/** A report for a person. */
export function printReport(report: ChaosReport): string {
  const { seed, seconds, verdicts, occurrences, figures, faults, lostAnswers, deaths } = report;
  const done = [...faults].map(([kind, count]) => `${kind} ${count}`).join(", ");
  const seen = Object.entries(occurrences)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
  return [
    `seed ${seed}, ${seconds.toFixed(0)} s, ${report.evidence.instances.length} records, ${report.evidence.ledger.length} ledger lines`,
    `done to it: ${done === "" ? "nothing" : done}; processes that died ${deaths}, answers lost ${lostAnswers}`,
    `occurred: ${seen}`,
    `fires late by ms: ${spread(figures.fireLateMs)}`,
    `from a death to the next attempt, ms: ${spread(figures.nextAttemptMs)}`,
    verdicts.length === 0 ? "nothing is wrong" : `${verdicts.length} things are wrong:`,
    ...verdicts
      .slice(0, MOST_VERDICTS)
      .map(({ kind, subject, message }) => `  ${kind}: ${subject}: ${message}`),
    ...(verdicts.length > MOST_VERDICTS ? [`  and ${verdicts.length - MOST_VERDICTS} more`] : []),
  ].join("\n");
}

function spread({ count, p50, p99, most }: Spread): string {
  return count === 0 ? "none" : `p50 ${p50}, p99 ${p99}, most ${most} (of ${count})`;
}
