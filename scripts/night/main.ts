// The night list: what the gate leaves out, all mutants, and the quick list under other dates.
//
//     npm run test:night                          all parts that have not passed at this commit
//     npm run test:night -- temporal mutants      some of them, again
//     npm run test:night -- --list                their names
//     npm run test:night -- --keep-durations      and keeps how long each file took, by which the gate chooses
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { keepDurations } from "../../test/lists/durations.ts";
import { filesOf } from "../../test/lists/lists.ts";
import { REPORTS, reportPath } from "../../test/reporting/report-name.ts";
import { readSecondTries } from "../../test/reporting/second-tries.ts";
import { countsLine, summaryOf } from "../../test/reporting/summary.ts";
import { readTestReports } from "../../test/reporting/test-report.ts";
import { NightRecord } from "./night-record.ts";
import { type NightPart, nightParts } from "./parts.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean" }, "keep-durations": { type: "boolean" } },
});
const parts = nightParts();
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0)
  throw new Error(
    `There is no part "${unknown[0]}" of the night: one of ${parts.map(({ name }) => `"${name}"`).join(", ")} is wanted`,
  );
if (values.list === true) console.log(parts.map(({ name }) => name).join("\n"));
else await runNight(parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name)));

async function runNight(chosen: readonly NightPart[]): Promise<void> {
  const record = NightRecord.read();
  const rows: string[] = [];
  let red = 0;
  for (const part of chosen) {
    const before = positionals.length === 0 ? record.passed(part.name) : null;
    const { isGreen, minutes } = before ?? (await runPart(part));
    record.keep(part.name, { isGreen, minutes });
    if (!isGreen) red += 1;
    rows.push(
      `${minutes.toFixed(1).padStart(6)} min  ${part.name}: ${isGreen ? "passed" : "FAILED"}${before === null ? "" : " (before, at this commit)"}`,
    );
  }
  const names = chosen.flatMap(({ report }) => report ?? []);
  const report = readTestReports(names);
  const again = names.flatMap((name) => readSecondTries(name));
  console.log(summaryOf(report, again));
  console.log(rows.join("\n"));
  if (chosen.some(({ name }) => name === "mutants")) console.log(mutantsLine());
  if (values["keep-durations"] === true)
    keepDurations(report.seconds, [...filesOf("core"), ...filesOf("night")]);
  console.log(countsLine(report, Math.max(report.failures.length, red)));
  process.exitCode = red > 0 || report.failures.length > 0 ? 1 : 0;
}

async function runPart({ report, run }: NightPart): Promise<{ isGreen: boolean; minutes: number }> {
  if (report !== null) rmSync(reportPath(report), { force: true });
  const beganMs = performance.now();
  const status = await run();
  return { isGreen: status === 0, minutes: (performance.now() - beganMs) / 60_000 };
}

function mutantsLine(): string {
  const { noticed, missed } = JSON.parse(readFileSync(join(REPORTS, "mutation-report.json"), "utf8")) as {
    readonly noticed: number;
    readonly missed: readonly string[];
  };
  return `${noticed} of ${noticed + missed.length} mutants were noticed`;
}
