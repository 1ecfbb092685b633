import process from "node:process";
import { defineRecurringJob } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { type Figure, printFigures } from "./figures.ts";

// What tests of an adopter's own jobs take of the processor: `npm run fake-clock --workspace bench`.

const A_DAY_MS = 86_400_000;
const SCHEDULES = [
  { what: "every day, 30 days", cron: "0 0 1 * * *", days: 30, aim: "≤ 0.1 s" },
  { what: "every hour, 7 days", cron: "0 0 * * * *", days: 7, aim: "" },
  { what: "every five minutes, a day", cron: "0 */5 * * * *", days: 1, aim: "" },
  { what: "every minute, a day", cron: "0 * * * * *", days: 1, aim: "≤ 1 s" },
] as const;

type Schedule = (typeof SCHEDULES)[number];

async function measure({ what, cron, days, aim }: Schedule): Promise<Figure> {
  const clock = createFakeClock();
  let fires = 0;
  const job = defineRecurringJob({ key: "count", cron, execute: () => void (fires += 1) });
  const { close } = await startEmbedded({
    features: FEATURES,
    app: "bench",
    jobs: [job],
    clock,
    inMemory: true,
  });
  const before = process.cpuUsage();
  await clock.advance(days * A_DAY_MS);
  const { user, system } = process.cpuUsage(before);
  await close();
  return { what: `${what}: ${fires} fires`, value: `${((user + system) / 1e6).toFixed(2)} s`, aim };
}

// The first one also warms the engine up.
await measure(SCHEDULES[0]);
const figures: Figure[] = [];
for (const schedule of SCHEDULES) figures.push(await measure(schedule));
printFigures("A recurring job under the fake clock: processor time", figures);
