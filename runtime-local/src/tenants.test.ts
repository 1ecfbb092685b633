import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { createFakeClock } from "@mojob/core/testing";
import { expect, test } from "vitest";
import { startEmbedded } from "./embedded.ts";

const who = defineTriggeredJob({ key: "who", execute: (_: unknown, { tenant }) => tenant });
const tick = defineRecurringJob({ key: "tick", cron: "* * * * * *", execute: ({ tenant }) => tenant });

test("tenants of one process share stores and clock, and see nothing of each other", async () => {
  const clock = createFakeClock();
  const store = new MetadataStoreInMemoryProvider();
  const state = new StateStoreInMemory({ clock });
  const tenants = ["acme", "globex"];
  const { deployment, scheduler, registrations, close } = await startEmbedded({
    app: "ops",
    jobs: [who, tick],
    tenants,
    store,
    state,
    clock,
  });
  expect(deployment.tenants).toEqual(tenants);
  expect(scheduler.tenant).toBe("acme");
  expect(registrations).toHaveLength(4);
  await clock.advance(3000);
  for (const tenant of tenants) {
    const own = deployment.scheduler({ tenant });
    const { items } = await own.instances.list({ jobKey: "tick" }, { limit: 10 });
    expect(items).toHaveLength(3);
    const run = await own.trigger(who);
    await clock.settle();
    expect((await own.instances.get(run.id)).result).toBe(tenant);
    const other = tenants.find((name) => name !== tenant) ?? "";
    await expect(deployment.scheduler({ tenant: other }).instances.get(run.id)).rejects.toMatchObject({
      code: "instance_not_found",
    });
  }
  const closed = close();
  await clock.advance(1000);
  await closed;
  expect(clock.pending).toBe(0);
});

test("of several tenants one that another process holds stops the start, and lets the others go", async () => {
  const store = new MetadataStoreInMemoryProvider();
  const clock = createFakeClock();
  const state = new StateStoreInMemory({ clock });
  await state.acquireLease("mojob/globex/embedded", "other", 60_000);
  const options = { app: "ops", jobs: [who], store, state, clock };
  const refused = startEmbedded({ ...options, tenants: ["acme", "globex"] }).catch((error: unknown) => error);
  await clock.advance(12_000);
  expect(await refused).toMatchObject({ code: "lock_held" });
  const { close } = await startEmbedded({ ...options, tenant: "acme" });
  await close();
});
