import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { defineTask } from "@mojob/core/tasks";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { createFakeClock } from "@mojob/core/testing";
import { FEATURES } from "@mojob/features";
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
    features: FEATURES,
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
  const refused = startEmbedded({ features: FEATURES, ...options, tenants: ["acme", "globex"] }).catch(
    (error: unknown) => error,
  );
  await clock.advance(12_000);
  expect(await refused).toMatchObject({ code: "lock_held" });
  const { close } = await startEmbedded({ features: FEATURES, ...options, tenant: "acme" });
  await close();
});

test("a tenant is added and removed while the others go on, and is there again after a restart", async () => {
  const clock = createFakeClock();
  const store = new MetadataStoreInMemoryProvider();
  const state = new StateStoreInMemory({ clock });
  const options = { app: "ops", jobs: [who, tick], tenants: ["acme"], store, state, clock };
  const fires = async (tenant: string): Promise<number> =>
    store.queries.count({ tenant, jobKey: "tick" }, 100);
  const first = await startEmbedded(options);
  await clock.advance(2000);
  await first.deployment.addTenant("globex");
  await clock.advance(3000);
  expect([await fires("acme"), await fires("globex")]).toEqual([5, 3]);
  const run = await first.deployment.scheduler({ tenant: "globex" }).trigger(who);
  await clock.settle();
  expect((await first.deployment.scheduler({ tenant: "globex" }).instances.get(run.id)).result).toBe(
    "globex",
  );
  let closed = first.close();
  await clock.advance(1000);
  await closed;
  const second = await startEmbedded(options);
  expect(second.deployment.tenants).toEqual(["acme", "globex"]);
  const before = { acme: await fires("acme"), globex: await fires("globex") };
  await clock.advance(2000);
  expect(await fires("globex")).toBeGreaterThan(before.globex);
  const removed = second.deployment.removeTenant("globex");
  await clock.advance(1000);
  await removed;
  const left = await fires("globex");
  await clock.advance(3000);
  expect(await fires("globex")).toBe(left);
  expect(await fires("acme")).toBeGreaterThanOrEqual(before.acme + 5);
  expect(() => second.deployment.scheduler({ tenant: "globex" })).toThrow("this process serves acme");
  closed = second.close();
  await clock.advance(1000);
  await closed;
  expect(clock.pending).toBe(0);
});

test("runs of a tenant that is removed finish within the grace, and what waited is taken up when it is added again", async () => {
  const clock = createFakeClock();
  let end = (): void => {};
  const slow = defineTriggeredJob({
    key: "slow",
    whenFull: "queue",
    execute: () => new Promise<void>((resolve) => (end = resolve)),
  });
  const { deployment, close } = await startEmbedded({
    features: FEATURES,
    app: "ops",
    jobs: [slow],
    inMemory: true,
    tenants: ["acme"],
    clock,
  });
  await deployment.addTenant("globex");
  const before = deployment.scheduler({ tenant: "globex" });
  const [running, waiting] = [await before.trigger(slow), await before.trigger(slow)];
  await clock.settle();
  const removed = deployment.removeTenant("globex");
  await clock.advance(100);
  end();
  await removed;
  await deployment.addTenant("globex");
  await clock.advance(15_000);
  const { instances } = deployment.scheduler({ tenant: "globex" });
  expect((await instances.get(running.id)).state).toBe("Succeeded");
  expect((await instances.get(waiting.id)).state).toBe("Processing");
  end();
  const closed = close();
  await clock.advance(1000);
  await closed;
});

test("tasks in code are in a tenant that is added while it runs, with their graphs and those that somebody edits there", async () => {
  const clock = createFakeClock();
  const asks = defineTask("asks", {}, (task) => {
    const asked = task.job("ask", who);
    return { tenant: asked.result };
  });
  const { deployment, close } = await startEmbedded({
    features: FEATURES,
    app: "ops",
    jobs: [who, asks],
    inMemory: true,
    tenants: ["acme"],
    clock,
  });
  await deployment.addTenant("globex");
  const result = async (tenant: string): Promise<unknown> => {
    const own = deployment.scheduler({ tenant });
    const { id } = await own.trigger(asks);
    for (let looks = 0; looks < 20 && (await own.instances.get(id)).state !== "Succeeded"; looks += 1)
      await clock.advance(500);
    return (await own.instances.get(id)).result;
  };
  expect([await result("acme"), await result("globex")]).toEqual([{ tenant: "acme" }, { tenant: "globex" }]);
  const { scripts } = deployment.scheduler({ tenant: "globex" });
  const body = { engine: 1, nodes: [{ id: "ask", type: "job", job: { key: "who" } }] };
  await scripts.save("asks", { source: JSON.stringify(body), expectedVersion: 1 });
  expect([await result("acme"), await result("globex")]).toEqual([{ tenant: "acme" }, null]);
  const removed = deployment.removeTenant("globex");
  await clock.advance(1000);
  await removed;
  await deployment.addTenant("globex");
  expect([await result("acme"), await result("globex")]).toEqual([{ tenant: "acme" }, null]);
  const closed = close();
  await clock.advance(1000);
  await closed;
});
