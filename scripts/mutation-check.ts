// Takes away, one at a time and in a copy, what the promises rest on, and demands that a named test turns red. A safeguard that no test misses may be
// lost unnoticed.
//
//     npm run check:mutations                                          all of them
//     npm run check:mutations -- "part of a name"                      some of them
//     npm run check:mutations -- --of-change [--seconds 120]           those that the gate takes: what always is, and of the change for so long
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { changeBase, changedFiles } from "../test/lists/changed-files.ts";
import { REPORTS } from "../test/reporting/report-name.ts";
import { checkMutants } from "./mutants/check-mutants.ts";
import { MUTANTS } from "./mutants/mod.ts";
import { mutantsOfChange } from "./mutants/of-change.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "of-change": { type: "boolean" }, seconds: { type: "string" } },
});
const [part = ""] = positionals;
const named = MUTANTS.filter(({ name }) => name.includes(part));
const seconds = Number(values.seconds ?? Infinity);
if (Number.isNaN(seconds)) throw new Error(`"--seconds" is "${values.seconds}", and a number is wanted`);

const { always, ofChange } =
  values["of-change"] === true
    ? mutantsOfChange(named, changedFiles(changeBase()))
    : { always: named, ofChange: [] };
const { noticed, missed, left } = await checkMutants(always, { further: ofChange, seconds });
const tried = always.length + ofChange.length - left.length;
for (const name of left) console.log(`Left to the night: ${name}`);
console.log(`${noticed} of ${tried} mutants were noticed`);
for (const name of missed) console.log(`MISSED ${name}`);
mkdirSync(REPORTS, { recursive: true });
writeFileSync(join(REPORTS, "mutation-report.json"), JSON.stringify({ noticed, missed, left }));
process.exitCode = missed.length > 0 || noticed === 0 ? 1 : 0;
