import process from "node:process";
import type { MoJobScheduler } from "@mojob/core";
import { validateTask } from "@mojob/tasks";
import type { JsonObject } from "@mojob/core/ports";
import { type Figure, printFigures } from "../embedded/figures.ts";
import { CHAIN, createGraphs, GRAPHS, items, JOBS, NOOP, runToEnd, WIDE } from "./graphs.ts";
import { PLACES } from "./places.ts";
import { measureWaiting } from "./waiting.ts";

// Graphs of jobs that do nothing: `npm run tasks --workspace bench`, in memory, or with `-- sqlite`, `-- mongodb`
// or `-- temporal` there.

const ROUNDS = 3;
/** Diamonds at once; fewer where each run is a workflow's. */
const DIAMONDS: Readonly<Record<string, number>> = { temporal: 200 };
const MOST_DIAMONDS = 1000;

/** Milliseconds, the shortest of some rounds. */
async function shortest(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const begunMs = performance.now();
    await work();
    best = Math.min(best, performance.now() - begunMs);
  }
  return best;
}

/** Microseconds of processor time for each, the least of some rounds. */
async function processor(count: number, work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    await Promise.all(Array.from({ length: count }, work));
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / count);
  }
  return best;
}

/** What it costs to check a graph as it is saved. */
function checked(): Figure {
  const body = { engine: 1, nodes: GRAPHS["bench.wide"] };
  let best = Infinity;
  for (let round = 0; round < 10; round += 1) {
    const begunMs = performance.now();
    validateTask(body);
    best = Math.min(best, performance.now() - begunMs);
  }
  return { what: `to check a graph of ${WIDE} nodes`, value: `${best.toFixed(0)} ms`, aim: "≤ 30 ms" };
}

async function measure(scheduler: MoJobScheduler, count: number): Promise<readonly Figure[]> {
  const run = (key: string, args: JsonObject | null = null): Promise<void> => runToEnd(scheduler, key, args);
  const chain = await shortest(() => run("bench.chain"));
  const batch = await shortest(() => run("bench.batch", items(1000)));
  const large = await shortest(() => run("bench.batch", items(9000)));
  const wide = await shortest(() => run("bench.wide"));
  const diamonds = await shortest(() =>
    Promise.all(Array.from({ length: count }, () => run("bench.diamond"))),
  );
  const ofTask = await processor(count, () => run("bench.diamond"));
  const plain = await processor(count * 6, () => run(NOOP));
  return [
    {
      what: `a chain of ${CHAIN}, trigger to end`,
      value: `${chain.toFixed(0)} ms`,
      aim: "≤ 40 ms, SQLite 150",
    },
    { what: "a batch of 1,000", value: `${batch.toFixed(0)} ms`, aim: "≤ 150 ms" },
    { what: "a batch of 9,000", value: `${large.toFixed(0)} ms`, aim: "" },
    { what: `a graph of ${WIDE} nodes, three edges each`, value: `${wide.toFixed(0)} ms`, aim: "≤ 400 ms" },
    {
      what: "diamonds of 5 a second",
      value: ((count * 1000) / diamonds).toFixed(0),
      aim: "≥ 3,000, SQLite 1,000",
    },
    {
      what: "processor time of a diamond, by that of six plain runs",
      value: `${(ofTask / (plain * 6)).toFixed(2)} ×`,
      aim: "≤ 1.3 ×",
    },
  ];
}

const [, , name = "memory"] = process.argv;
const open = PLACES[name];
if (open === undefined)
  throw new Error(`There is no "${name}": it is one of ${Object.keys(PLACES).join(", ")}`);
await using place = await open(JOBS);
await createGraphs(place.scheduler);
// First: what others have left to be removed would be counted as theirs.
const waiting = await measureWaiting(place.scheduler);
const figures = await measure(place.scheduler, DIAMONDS[name] ?? MOST_DIAMONDS);
printFigures(`Tasks, ${name}`, [checked(), ...figures, ...waiting]);
