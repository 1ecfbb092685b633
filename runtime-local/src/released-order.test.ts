import { defineTriggeredJob, type TriggeredJobOptions } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

/** More than are handed over at once. */
const MANY = 300;

it.each<readonly [string, TriggeredJobOptions]>([
  ["a limit", { maxConcurrency: 1 }],
  ["a rate", { maxConcurrency: null, rateLimit: { max: 10, perMs: 1000 } }],
])("what a stopped app held begins by priority, then by age, within %s", async (_name, limits) => {
  const clock = createFakeClock();
  const begun: string[] = [];
  const job = defineTriggeredJob({
    ...limits,
    key: "shop.job",
    whenFull: "queue",
    priority: 5,
    execute: (name: string) => void begun.push(name),
  });
  const { scheduler, close } = await startEmbedded({ app: "shop", inMemory: true, clock, jobs: [job] });
  await scheduler.jobs.stopApp("shop");
  const names = Array.from({ length: MANY }, (_, index) => `usual ${index}`);
  await scheduler.instances.triggerMany(
    "shop.job",
    names.map((args) => ({ args })),
  );
  for (const name of ["urgent", "urgent too"])
    // The second is the younger one.
    // oxlint-disable-next-line no-await-in-loop
    await scheduler.trigger(job, name, { priority: 1 });
  await clock.advance(1000);
  expect(begun).toEqual([]);

  await scheduler.jobs.startApp("shop");
  await clock.advance(120_000);
  expect(begun).toEqual(["urgent", "urgent too", ...names]);
  await close();
});
