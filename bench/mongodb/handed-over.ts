import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { connectMongodb } from "@mojob/mongodb";
import { connectScheduler } from "@mojob/runtime-local";
import { startMongodb } from "@mojob/test-services/mongodb";
import { type Figure, ms, pause, percentile, preciseNow, printFigures } from "../embedded/figures.ts";

// Runs that one process triggers (`connectScheduler`) and another runs, on one MongoDB: from the call to the begin of the run.

const PROGRAM = fileURLToPath(new URL("handed-over-engine.ts", import.meta.url));
const RUNS = 300;
/** Pauses between two calls are spread over this, so that they meet the other process's looks at any moment. */
const LONGEST_PAUSE_MS = 100;

interface Begin {
  readonly calledAt: number;
  readonly begunAt: number;
}

await using server = await startMongodb();
const url = server.url.replace("/?", "/handed-over?");
const engine = fork(PROGRAM, [url]);
await once(engine, "message");
const stores = await connectMongodb(url);
const asked = performance.now();
const { scheduler, close } = await connectScheduler(stores);
const connectedMs = performance.now() - asked;
const waits: number[] = [];
engine.on("message", ({ begunAt, calledAt }: Begin) => waits.push(begunAt - calledAt));
const calls: number[] = [];
for (let index = 0; index < RUNS; index += 1) {
  await pause((index * 37) % LONGEST_PAUSE_MS);
  const calledAt = preciseNow();
  await scheduler.instances.trigger("begun", { args: calledAt });
  calls.push(preciseNow() - calledAt);
}
while (waits.length < RUNS) await once(engine, "message");
const spread = (samples: readonly number[]): string =>
  [0.5, 0.99, 1].map((share) => ms(percentile(samples, share))).join(" / ");
const figures: Figure[] = [
  { what: "until connected", value: ms(connectedMs), aim: "≤ 1,500 ms" },
  { what: "first run: trigger call → begin", value: ms(waits[0] ?? Number.NaN), aim: "≤ 100 ms" },
  { what: "trigger call → begin, p50 / p99 / longest", value: spread(waits), aim: "p99 ≤ 100 ms" },
  { what: "  of it the call, p50 / p99 / longest", value: spread(calls), aim: "" },
];
printFigures(`${RUNS} runs handed over on ${server.name}`, figures);
await close();
await stores.close();
engine.disconnect();
await once(engine, "exit");
