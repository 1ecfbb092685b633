import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { expect, it } from "vitest";
import { type Embedded, startEmbedded } from "./embedded.ts";

const kept = defineTriggeredJob({ key: "shop.kept", execute: () => "kept" });
const left = defineTriggeredJob({ key: "shop.left", execute: () => "left" });

it("a job that left the code is said at the start and at a trigger, and nobody waits for its result", async () => {
  const clock = createFakeClock();
  const store = new MetadataStoreInMemoryProvider();
  const state = new StateStoreInMemory({ clock });
  const warnings: string[] = [];
  const start = (...jobs: readonly JobRegistration[]): Promise<Embedded> =>
    startEmbedded({ app: "shop", jobs, store, state, clock, onWarning: (warning) => warnings.push(warning) });
  const first = await start(kept, left);
  const before = await first.scheduler.trigger(left);
  await clock.advance(100);
  await first.close();
  expect(warnings).toEqual([]);

  const second = await start(kept);
  expect(warnings).toEqual([
    'Job "shop.left" is no longer in the code of app "shop": it does not fire, and its runs wait until the code has it again',
  ]);
  expect(await second.scheduler.result(before.id)).toBe("left");
  const run = await second.scheduler.trigger(left);
  expect(warnings.slice(1)).toEqual([
    `Run "${run.id}" waits: job "shop.left" is no longer in the code of app "shop"`,
  ]);
  await expect(run.result()).rejects.toMatchObject({
    code: "left_code",
    message: `Cannot wait for run "${run.id}": job "shop.left" is no longer in the code of app "shop"; the run is kept until the code has it again`,
  });
  await second.scheduler.trigger(kept);
  expect(warnings).toHaveLength(2);
  await second.close();

  const third = await start(kept, left);
  await clock.advance(100);
  expect((await third.scheduler.instances.get(run.id)).state).toBe("Succeeded");
  await third.close();
});
