import { join } from "node:path";
import process from "node:process";
import { filesOf, ROOT } from "../../test/lists/lists.ts";
import { runProgram, runTests } from "../../test/lists/run-program.ts";
import { neededBy } from "../../test/services/needs.ts";
import { DATES, environmentAt } from "./dates.ts";

/** A part of the night, which is repeated alone where it has failed. */
export interface NightPart {
  readonly name: string;
  /** The name of the report of its tests; `null` where it runs none. */
  readonly report: string | null;
  /** Resolves to an exit code. */
  run(): Promise<number>;
}

/** A test is in the first of these that it fits; what each begins with names it. */
const GROUPS: readonly (readonly [name: string, fits: (path: string) => boolean])[] = [
  ["packages", (path) => /^test\/(packages|docstrings|repo)\//.test(path)],
  ["chaos", (path) => path.startsWith("test/chaos/") || path.startsWith("test/cost/")],
  ["models", (path) => path.startsWith("test/model/")],
  ["attack", (path) => /^test\/(attack|bombs|exhaustion)\//.test(path)],
  ["panel", (path) => path.startsWith("panel/")],
  ["temporal", (path) => needs(path, "temporal")],
  ["mongodb", (path) => needs(path, "mongodb")],
  ["runtimes", () => true],
];

/** Everything that the gate leaves out: the night list in groups, all mutants, and the quick list under other dates. */
export function nightParts(): readonly NightPart[] {
  const grouped = Map.groupBy(
    filesOf("night"),
    (path) => GROUPS.find(([, fits]) => fits(path))?.[0] ?? "runtimes",
  );
  const groups = GROUPS.filter(([name]) => grouped.has(name)).map(([name]): NightPart => {
    const report = `night-${name}`;
    return {
      name,
      report,
      run: () => runTests("night", grouped.get(name), { TEST_REPORT: report, CI: "true" }),
    };
  });
  const dates = Object.keys(DATES).map((name, index): NightPart => {
    const report = `night-date-${index}`;
    return {
      name,
      report,
      run: () => runTests("quick", [], { TEST_REPORT: report, CI: "true", ...environmentAt(name) }),
    };
  });
  const mutants: NightPart = {
    name: "mutants",
    report: null,
    run: () => runProgram(process.execPath, ["scripts/mutation-check.ts"]),
  };
  return [...groups, mutants, ...dates];
}

function needs(path: string, need: "mongodb" | "temporal"): boolean {
  return neededBy([join(ROOT, path)]).includes(need);
}
