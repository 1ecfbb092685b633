import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

/** A scheduler that is asked to finish while a job runs that ends when it is let go. */
async function finishing({ isKept }: { readonly isKept: boolean }) {
  const clock = createFakeClock();
  const gate = Promise.withResolvers<string>();
  const slow = defineTriggeredJob({ key: "slow", execute: () => gate.promise });
  const quick = defineTriggeredJob({ key: "quick", execute: () => "done" });
  const every = defineRecurringJob({ key: "every", everyMs: 1000, execute: () => {} });
  const store = Object.assign(new MetadataStoreInMemoryProvider(), isKept && { durable: true });
  const options = { app: "a", jobs: [slow, quick, every], store, isShared: false, clock };
  const { scheduler, close, finishRuns } = await startEmbedded(options);
  const run = await scheduler.trigger(slow);
  await clock.settle();
  expect((await scheduler.instances.get(run.id)).state).toBe("Processing");
  let isFinished = false;
  const finished = finishRuns().then(() => (isFinished = true));
  return { clock, gate, scheduler, run, finished, isFinished: () => isFinished, close };
}

it("finishRuns() fires nothing more, and ends with the run under way, whose result is sent", async () => {
  const { clock, gate, scheduler, run, finished, isFinished, close } = await finishing({ isKept: false });
  const changes: unknown[] = [];
  const watch = await scheduler.watch(["instance"], (some) => changes.push(...some));
  const result = run.result();
  await clock.advance(5000);
  expect(isFinished()).toBe(false);
  expect((await scheduler.instances.list({ jobKey: "every" }, { limit: 9 })).items).toEqual([]);
  gate.resolve("finished");
  await clock.advance(1000);
  await finished;
  expect(await result).toBe("finished");
  expect(JSON.stringify(changes)).toContain("Succeeded");
  await watch.close();
  await close();
});

it.each([
  ["refuses a trigger that would be lost", false],
  ["takes a trigger that the next process finds", true],
])("until it is closed, a scheduler that finishes its runs %s", async (_what, isKept) => {
  const { clock, gate, scheduler, finished, close } = await finishing({ isKept });
  const triggered = scheduler.trigger("quick").then(
    async ({ id }) => (await scheduler.instances.get(id)).state,
    ({ code, message }: { readonly code: string; readonly message: string }) => `${code}: ${message}`,
  );
  expect(await triggered).toMatch(isKept ? /^Enqueued$/ : /^shutting_down: Cannot start a run .*try again/);
  gate.resolve("finished");
  await clock.advance(1000);
  await finished;
  await close();
});
