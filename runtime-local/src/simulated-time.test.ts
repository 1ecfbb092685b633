import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { type Clock, sleep } from "@mojob/core/ports";
import { createFakeClock } from "@mojob/core/testing";
import { expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

const AN_HOUR_MS = 60 * 60 * 1000;
const A_DAY_MS = 24 * AN_HOUR_MS;

it("thirty days of a daily job fire at their times, with a thousandth of the timers of every idle second", async () => {
  const fake = createFakeClock("2026-01-01T00:00:00Z");
  let timers = 0;
  const clock: Clock = {
    ...fake,
    setTimer: (...timer) => ((timers += 1), fake.setTimer(...timer)),
  };
  const ranAt: string[] = [];
  const closeDay = defineRecurringJob({
    key: "ledger.close-day",
    cron: "0 0 1 * * *",
    execute: () => void ranAt.push(fake.now().toISOString()),
  });
  const { close } = await startEmbedded({ app: "ledger", jobs: [closeDay], clock });
  await fake.advance(30 * A_DAY_MS);
  expect(ranAt).toEqual(
    Array.from({ length: 30 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day, 1)).toISOString()),
  );
  // Every idle loop at its own pace would set 95,000 a day.
  expect(timers).toBeLessThan(30 * 2000);
  await close();
});

it("a run that takes an hour, and one that waits for a day, are as they are in real time", async () => {
  const clock = createFakeClock("2026-01-01T00:00:00Z");
  const inspect = defineTriggeredJob({
    key: "store.inspect",
    timeoutMs: A_DAY_MS,
    execute: async () => {
      await sleep(clock, AN_HOUR_MS);
      return clock.now().toISOString();
    },
  });
  const { scheduler, close } = await startEmbedded({ app: "store", jobs: [inspect], clock });
  const now = await scheduler.trigger(inspect);
  const later = await scheduler.trigger(inspect, null, { delayMs: A_DAY_MS });
  await clock.advance(A_DAY_MS + 2 * AN_HOUR_MS);
  expect(await now.result()).toBe("2026-01-01T01:00:00.000Z");
  expect(await later.result()).toBe("2026-01-02T01:00:00.000Z");
  const { items } = await scheduler.instances.list({ jobKey: "store.inspect" }, { limit: 10 });
  expect(items.map(({ state, attempt }) => [state, attempt])).toEqual([
    ["Succeeded", 1],
    ["Succeeded", 1],
  ]);
  await close();
});
