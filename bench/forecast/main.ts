import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { defineRecurringJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";

const [jobCount = "5000", hourCount = "24"] = process.argv.slice(2);
const JOBS = Number(jobCount);
const HOURS = Number(hourCount);
const ZONES = ["UTC", "Asia/Shanghai", "America/New_York"] as const;

/** As fleets are: some each minute, some each few minutes, most each hour or day, very many of them at full hours. */
function cronOf(index: number): string {
  const minute = (index * 37) % 60;
  switch (index % 10) {
    case 0:
      return "0 * * * * *";
    case 1:
    case 2:
      return `${index % 60} */5 * * * *`;
    case 3:
    case 4:
      return `0 ${minute} * * * *`;
    case 5:
      return "0 0 * * * *";
    case 6:
      return "0 0 2 * * *";
    case 7:
      return `0 ${minute} ${index % 24} * * *`;
    case 8:
      return `0 ${minute} 3 * * 1-5`;
    default:
      return "0 0 0 1 * *";
  }
}

const jobs = Array.from({ length: JOBS }, (_, index) =>
  defineRecurringJob({
    key: `job-${index}`,
    cron: cronOf(index),
    timeZone: ZONES[index % ZONES.length] ?? "UTC",
    maxConcurrency: 1,
    execute: () => {},
  }),
);
const { scheduler, close } = await startEmbedded({ app: "bench", jobs, inMemory: true, features: FEATURES });
const { forecasts } = scheduler;
const from = new Date(Math.ceil(Date.now() / 60_000) * 60_000);
const to = new Date(from.getTime() + HOURS * 3_600_000);
const size = `${JOBS} jobs, ${HOURS} h`;

/** Prints how long a call took, and for how long at most it kept the event loop from turning. */
async function time(what: string, work: () => Promise<string>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  const found = await work();
  const tookMs = Math.round(performance.now() - begun);
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  console.log(`${what}: ${tookMs} ms, event loop at most ${Math.round(delay.max / 1e6)} ms (${found})`);
}

for (const minutes of [0, 1, 1])
  await time(`GET /forecast, ${size}`, async () => {
    const query = { from: new Date(from.getTime() + minutes * 60_000), to };
    const { fires, storms, dense } = await forecasts.forecast(query);
    return `${fires} fires, ${storms.length} storms, ${dense.total} dense`;
  });
await time(`GET /timeline, ${size}`, async () => {
  const { buckets, fires } = await forecasts.timeline({ from, to });
  return `${buckets.length} buckets, ${fires?.length ?? "no"} bars`;
});
const { storms } = await forecasts.forecast({ from, to });
await time(`POST /forecast/suggestions of one storm, ${size}`, async () => {
  const at = storms[0]?.at.toISOString();
  const [suggestion] = await forecasts.suggest({ from, to, ...(at !== undefined && { at }) });
  return suggestion === undefined ? "none" : `${suggestion.peakBefore} to ${suggestion.peakAfter}`;
});
await close();
