import { execFileSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { ms, percentile, printFigures } from "../embedded/figures.ts";
import { buildProgram } from "./built-program.ts";

// Thousands of runs under way at the same time for minutes: does each come to one end, and what does that take?
// npm run sqlite-open --workspace bench -- [seconds] [runs]

const SECONDS = Number(process.argv[2] ?? 600);
const OPEN = Number(process.argv[3] ?? 5000);

/** What the program prints. */
interface Seen {
  readonly runs: number;
  /** At each look. */
  readonly open: readonly number[];
  readonly states: Readonly<Record<string, number>>;
  readonly wrong: number;
  readonly notFollowed: number;
  readonly cancels: number;
  /** What lists took, in milliseconds. */
  readonly lists: readonly number[];
  /** Megabytes, at each look. */
  readonly memory: readonly number[];
}

const program = buildProgram(fileURLToPath(new URL("./hold-runs.ts", import.meta.url)));
const printed = execFileSync(process.execPath, [program.path, String(SECONDS), String(OPEN)], {
  encoding: "utf8",
});
program.remove();
const { runs, open, states, wrong, notFollowed, cancels, lists, memory } = JSON.parse(
  printed.trim().split("\n").at(-1) ?? "",
) as Seen;
const quarters = [0.25, 0.5, 0.75, 1].map((share) =>
  memory[Math.floor((memory.length - 1) * share)]?.toFixed(0),
);
printFigures(`${OPEN} runs open at once for ${SECONDS} s on a SQLite file`, [
  { what: "runs", value: String(runs), aim: "" },
  {
    what: "open at once, after the first look: least, p50",
    value: `${Math.min(...open.slice(1))}, ${percentile(open, 0.5)}`,
    aim: `≥ ${OPEN} after each look`,
  },
  {
    what: "ends",
    value: Object.entries(states)
      .map(([state, count]) => `${state} ${count}`)
      .join(", "),
    aim: "",
  },
  { what: "runs without one terminal state", value: String(wrong), aim: "0" },
  { what: "ends that were not followed", value: String(notFollowed), aim: "0" },
  { what: "cancels that were accepted", value: String(cancels), aim: "" },
  {
    what: "list of runs meanwhile, p50 / p95",
    value: `${ms(percentile(lists, 0.5))} / ${ms(percentile(lists, 0.95))}`,
    aim: "",
  },
  {
    what: "memory of the process, the packages as they are published: quarter by quarter, at most",
    value: `${quarters.join(", ")}; ${Math.max(...memory).toFixed(0)} MB`,
    aim: "< 500 MB",
  },
]);
process.exitCode = wrong === 0 && notFollowed === 0 ? 0 : 1;
