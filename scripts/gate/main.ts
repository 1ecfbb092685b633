// What a change must pass, after a clean install: static checks, exactly what the README has newcomers run, the core list, the mutants of the change, and
// what the change touches of the night list. All of it takes at most four times as long as `npm test` in the same run.
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { changeBase, changedFiles } from "../../test/lists/changed-files.ts";
import { filesOf, ROOT } from "../../test/lists/lists.ts";
import { runProgram, runTests } from "../../test/lists/run-program.ts";
import { touchedTests } from "../../test/lists/touched.ts";
import { readSecondTries } from "../../test/reporting/second-tries.ts";
import { countsLine, MOST_SECOND_TRIES, summaryOf } from "../../test/reporting/summary.ts";
import { REPORTS } from "../../test/reporting/report-name.ts";
import { readTestReports } from "../../test/reporting/test-report.ts";
import { type Need, neededBy } from "../../test/services/needs.ts";
import { GateClock } from "./gate-clock.ts";

/** Of the night list, the files that a change touches may take this long, one after the other. */
const MOST_TOUCHED_SECONDS = 600;
/** What is built for minutes on a new machine. */
const BUILT: ReadonlySet<Need> = new Set<Need>(["mongodb", "temporal", "production"]);
/** Mutants of changed files are tried for this part of the time that is left, beyond those that always are. */
const MUTANTS_SHARE = 0.5;

// The install that came before belongs to the gate.
const clock = new GateClock(Number(process.env["GATE_BEGAN_S"] ?? Date.now() / 1000) * 1000);
for (const path of globSync("{test-report,second-tries}-*.json", { cwd: REPORTS }))
  rmSync(join(REPORTS, path));
const base = changeBase();
const changed = changedFiles(base);
console.log(`${changed.length} files differ from ${base.name}`);
clock.note("install");

// On a new machine servers are built for minutes, beside what needs none.
const services = runProgram(process.execPath, ["test/lists/get-services.ts", "core"]);
const failedSteps: string[] = [];
await step("checks", () => npm("run", "check"));
if (failedSteps.length > 0) console.error("The static checks failed; the tests run all the same");

await step("npm install", () => npm("install"));
await step("npm test", () => npm("test"));
// Where servers are still being built, what needs none of them is tested meanwhile.
const names = ["quick", "core"];
const core = filesOf("core");
const waiting = core.filter((path) => neededBy([join(ROOT, path)]).some((need) => BUILT.has(need)));
if (!(await hasEnded(services))) {
  const others = core.filter((path) => !waiting.includes(path));
  names.push("core-meanwhile");
  await step("core meanwhile", () => runTests("core", others, { TEST_REPORT: "core-meanwhile", CI: "true" }));
  await step("mutants", tryMutants);
  await clock.time("servers", () => services);
}
const rest = names.includes("core-meanwhile") ? waiting : core;
await step("core list", () => runTests("core", rest, { CI: "true" }));
if (!names.includes("core-meanwhile")) await step("mutants", tryMutants);

// Vitest runs some files side by side, and its start takes a while.
const { chosen, left } = touchedTests(
  filesOf("night"),
  changed,
  Math.min(MOST_TOUCHED_SECONDS, clock.secondsLeft()),
);
if (chosen.length > 0)
  await step("touched", () => runTests("night", chosen, { TEST_REPORT: "touched", CI: "true" }));
if (left.length > 0)
  console.log(
    `Left to the night, though the change touches them:\n${left.map((path) => `  ${path}`).join("\n")}`,
  );

if (chosen.length > 0) names.push("touched");
const report = readTestReports(names);
const again = names.flatMap((name) => readSecondTries(name));
console.log(summaryOf(report, again));
const failures = report.failures.length + (again.length > MOST_SECOND_TRIES ? 1 : 0);
clock.print();
const isGreen = failures === 0 && report.passed > 0 && failedSteps.length === 0;
// A missed mutant, a static check, or an error outside of any test has no name in the reports.
if (failedSteps.length > 0) console.log(`FAILED in: ${failedSteps.join(", ")}`);
console.log(countsLine(report, isGreen ? 0 : Math.max(1, failures)));
process.exitCode = isGreen ? 0 : 1;

async function step(name: string, run: () => Promise<number>): Promise<void> {
  if ((await clock.time(name, run)) !== 0) failedSteps.push(name);
}

function tryMutants(): Promise<number> {
  return npm(
    "run",
    "check:mutations",
    "--",
    "--of-change",
    `--seconds=${clock.secondsLeft() * MUTANTS_SHARE}`,
  );
}

async function hasEnded(work: Promise<unknown>): Promise<boolean> {
  const turn = Symbol("turn");
  return (await Promise.race([work, new Promise((resolve) => setImmediate(resolve, turn))])) !== turn;
}

function npm(...words: readonly string[]): Promise<number> {
  return runProgram("npm", words, { CI: "true" });
}
