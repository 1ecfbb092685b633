import process from "node:process";
import type { SqliteOptions } from "@mojob/sqlite";
import { type Figure, ms, pause } from "../embedded/figures.ts";
import { finished, withEmbedded } from "../peers/embedded.ts";

const JOBS_A_SECOND = 5000;
const SECONDS = 4;
/** So many jobs come together. */
const AT_ONCE = 50;
const ROUNDS = 2;

const DEPLOYMENTS: Readonly<Record<string, SqliteOptions | null>> = {
  SQLite: {},
  "in memory": null,
};

/** How long the event loop stands still while jobs come at a steady rate; what memory shows is not the store's. */
export async function measureGaps(): Promise<readonly Figure[]> {
  const found = new Map<string, string[]>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, options] of Object.entries(DEPLOYMENTS))
      found.set(name, [...(found.get(name) ?? []), await gapsOn(options)]);
  return [...found].map(([what, values]) => ({
    what,
    value: values.join("; "),
    aim: what === "SQLite" ? "≤ 20 ms from the store" : "",
  }));
}

function gapsOn(options: SqliteOptions | null): Promise<string> {
  return withEmbedded(options, {}, async (embedded) => {
    const { instances } = embedded.scheduler;
    const jobs = JOBS_A_SECOND * SECONDS;
    const send = async (from: number, to: number): Promise<void> => {
      const begin = performance.now();
      for (let sent = from; sent < to; sent += AT_ONCE) {
        const waitMs = begin + ((sent - from) / JOBS_A_SECOND) * 1000 - performance.now();
        if (waitMs > 0) await pause(waitMs);
        for (let n = 0; n < AT_ONCE; n += 1) void instances.trigger("noop", { args: { n } });
      }
      await finished(embedded, to);
    };
    // The first second compiles the code.
    await send(0, JOBS_A_SECOND);
    const turns = watchTurns();
    const begin = performance.now();
    await send(JOBS_A_SECOND, JOBS_A_SECOND + jobs);
    const rate = Math.round((jobs / (performance.now() - begin)) * 1000);
    const { waitMs, cpuMs } = turns();
    return `${ms(waitMs)}, of CPU ${ms(cpuMs)} at ${rate} jobs/s`;
  });
}

/** Measures the turns of the event loop until the function it returns is called: the longest, and the longest by its CPU alone. */
function watchTurns(): () => { readonly waitMs: number; readonly cpuMs: number } {
  const longest = { waitMs: 0, cpuMs: 0 };
  let at = performance.now();
  let used = process.threadCpuUsage();
  let isOn = true;
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(used);
    longest.waitMs = Math.max(longest.waitMs, performance.now() - at);
    longest.cpuMs = Math.max(longest.cpuMs, (user + system) / 1000);
    at = performance.now();
    used = process.threadCpuUsage();
    if (isOn) setImmediate(look);
  };
  setImmediate(look);
  return () => {
    isOn = false;
    return longest;
  };
}
