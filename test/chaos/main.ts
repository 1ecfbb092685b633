import { writeFile } from "node:fs/promises";
import process from "node:process";
import { parseArgs } from "node:util";
import { resolveRuntimes } from "@mojob/test-services/runtimes";
import { printReport } from "./harness/print-report.ts";
import { playScenario, type Scenario } from "./scenarios/scenario.ts";
import { SCENARIOS, scenarioOf } from "./scenarios/scenarios.ts";
import { soak } from "./scenarios/soak.ts";

// npm run chaos -- [--scenario <name>] [--seed <n>] [--runs <n>] [--minutes <n>] [--soak] [--keep <folder>]
// Ends with 0 when nothing was lost, doubled or otherwise wrong in any run.

const { values } = parseArgs({
  options: {
    scenario: { type: "string", default: "everything" },
    seed: { type: "string", default: "1" },
    /** Runs with this and the following seeds. */
    runs: { type: "string", default: "1" },
    /** Goes on with following seeds for so long; of a soak, how long it takes. */
    minutes: { type: "string" },
    soak: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    /** Where the evidence of runs that went wrong is left. */
    keep: { type: "string" },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

await resolveRuntimes();
if (values.list) {
  for (const { name, purpose } of SCENARIOS) say(`${name.padEnd(22)} must see ${purpose.join(", ")}`);
  process.exit(0);
}

const scenario: Scenario = values.soak
  ? soak(Number(values.minutes ?? 30), say)
  : scenarioOf(values.scenario);
const minutes = values.minutes === undefined || values.soak ? 0 : Number(values.minutes);
const untilMs = performance.now() + minutes * 60_000;
let wrong = 0;
let faults = 0;
let fires = 0;
for (
  let seed = Number(values.seed), left = Number(values.runs);
  left > 0 || performance.now() < untilMs;
  seed += 1, left -= 1
) {
  say(`\n${scenario.name}, seed ${seed}`);
  const { report, complaints } = await playScenario(scenario, seed, (line) => say(`  ${line}`));
  faults += [...report.faults.values()].reduce((sum, count) => sum + count, 0);
  fires += report.occurrences.fires + report.occurrences.missedFires;
  say(printReport(report));
  for (const complaint of complaints.slice(0, 30)) say(`WRONG ${complaint}`);
  if (complaints.length === 0) continue;
  wrong += 1;
  if (values.keep === undefined) continue;
  const name = `${values.keep}/${scenario.name}-${seed}`;
  await writeFile(`${name}.output.txt`, report.output);
  const { evidence } = report;
  await writeFile(`${name}.json`, JSON.stringify({ ...evidence, executors: [...evidence.executors] }));
}
say(`\n${faults} faults, ${fires} fires; ${wrong === 0 ? "nothing was wrong" : `${wrong} runs went wrong`}`);
process.exit(wrong === 0 ? 0 : 1);
