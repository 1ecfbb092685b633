import { defineRecurringJob } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, test } from "vitest";

const A_DAY_MS = 24 * 60 * 60 * 1000;

/** What docs/testing.md calls cheap. Timers are counted because each costs a settling, and seconds would measure the machine. */
const STRETCHES = [
  { name: "thirty days of a daily job", cron: "0 0 1 * * *", ms: 30 * A_DAY_MS, runs: 30, most: 2500 },
  { name: "a week of an hourly job", cron: "0 0 * * * *", ms: 7 * A_DAY_MS, runs: 168, most: 7000 },
  { name: "a day of a minutely job", cron: "0 * * * * *", ms: A_DAY_MS, runs: 1440, most: 34_000 },
] as const;

test.each(STRETCHES)("$name set at most $most timers of the fake clock", async ({ cron, ms, runs, most }) => {
  const clock = createFakeClock("2026-01-01T00:00:00Z");
  let ran = 0;
  let timers = 0;
  const counted = Object.create(clock, {
    setTimer: {
      value: (...timer: Parameters<typeof clock.setTimer>) => {
        timers += 1;
        return clock.setTimer(...timer);
      },
    },
  }) as typeof clock;
  const job = defineRecurringJob({ key: "ledger.close", cron, execute: () => void (ran += 1) });
  const { close } = await startEmbedded({ app: "ledger", jobs: [job], clock: counted, inMemory: true });
  await clock.advance(ms);
  await close();
  expect(ran).toBe(runs);
  expect(timers).toBeLessThanOrEqual(most);
});
