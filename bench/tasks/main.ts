import process from "node:process";
import { defineTriggeredJob, type MoJobScheduler } from "@mojob/core";
import type { JsonObject } from "@mojob/core/ports";
import { type Figure, printFigures } from "../embedded/figures.ts";
import { PLACES } from "./places.ts";

// Graphs of jobs that do nothing: `npm run tasks --workspace bench`, in memory, or with `-- sqlite`, `-- mongodb`
// or `-- temporal` there.

const CHAIN = Number(process.env["CHAIN"] ?? 40);
const DIAMONDS = 1000;
const ROUNDS = 3;

const noop = defineTriggeredJob({ key: "bench.noop", maxConcurrency: null, execute: () => null });

function node(id: string, ...pre: readonly string[]): JsonObject {
  return { id, type: "job", job: { key: "bench.noop" }, pre: pre.map((one) => ({ node: one })) };
}

const GRAPHS: Readonly<Record<string, readonly JsonObject[]>> = {
  "bench.chain": Array.from({ length: CHAIN }, (_, index) =>
    index === 0 ? node("n0") : node(`n${index}`, `n${index - 1}`),
  ),
  "bench.diamond": [node("a"), node("b", "a"), node("c", "a"), node("d", "a"), node("e", "b", "c", "d")],
  "bench.batch": [{ ...node("each"), each: { items: "$.TASK.PARAMS.items" } }],
};

async function create(scheduler: MoJobScheduler): Promise<void> {
  for (const [key, nodes] of Object.entries(GRAPHS)) {
    const work = { kind: "task", body: { engine: 1, nodes: [...nodes] } } as const;
    await scheduler.jobs.create({
      key,
      app: "bench",
      kind: "triggered",
      options: { maxConcurrency: null },
      work,
    });
  }
}

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

async function measure(scheduler: MoJobScheduler): Promise<readonly Figure[]> {
  const run = async (key: string, args?: JsonObject): Promise<void> => {
    const { id } = await scheduler.trigger(key, args ?? null);
    await scheduler.ended(id, { timeoutMs: 120_000 });
  };
  const chain = await shortest(() => run("bench.chain"));
  const items = (count: number): JsonObject => ({
    items: Array.from({ length: count }, (_, index) => index),
  });
  const batch = await shortest(() => run("bench.batch", items(1000)));
  const large = await shortest(() => run("bench.batch", items(9000)));
  const diamonds = await shortest(() =>
    Promise.all(Array.from({ length: DIAMONDS }, () => run("bench.diamond"))),
  );
  const ofTask = await processor(DIAMONDS, () => run("bench.diamond"));
  const plain = await processor(DIAMONDS * 6, () => run("bench.noop"));
  return [
    {
      what: `a chain of ${CHAIN}, trigger to end`,
      value: `${chain.toFixed(0)} ms`,
      aim: "≤ 40 ms, SQLite 150",
    },
    { what: "a batch of 1,000", value: `${batch.toFixed(0)} ms`, aim: "≤ 150 ms" },
    { what: "a batch of 9,000", value: `${large.toFixed(0)} ms`, aim: "" },
    {
      what: "diamonds of 5 a second",
      value: ((DIAMONDS * 1000) / diamonds).toFixed(0),
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
await using place = await open([noop]);
await create(place.scheduler);
printFigures(`Tasks, ${name}`, await measure(place.scheduler));
