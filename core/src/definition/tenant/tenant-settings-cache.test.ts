import { expect, test } from "vitest";
import { createWorld } from "@mojob/test-fixtures/world";
import { resolveQuotas } from "../../model/option/quota-options.ts";
import { TenantSettingsCache } from "./tenant-settings-cache.ts";

function aPlace(options: Parameters<typeof createWorld>[0] = {}) {
  const world = createWorld(options);
  const open = (quotas = resolveQuotas({ maxJobs: 7 })): TenantSettingsCache =>
    new TenantSettingsCache({ ...world, tenant: "acme", quotas });
  return { ...world, open, cache: open() };
}
const BY_LI = { revision: null, by: "user:li" };

test("a tenant of which nobody has changed anything is as the configuration says", async () => {
  const { cache } = aPlace();
  expect(await cache.read()).toMatchObject({ displayName: null, disabled: false, defaults: {}, revision: 1 });
  expect(cache.quotas).toMatchObject({ maxJobs: 7, maxConcurrentRuns: Infinity });
});

test("change() is in force at once here, and within a second in another process", async () => {
  const { cache, open, clock } = aPlace();
  const other = open();
  await other.read();
  await cache.change({ displayName: "Acme", disabled: true, quotas: { maxJobs: 3, maxApps: null } }, BY_LI);
  expect(cache.quotas).toMatchObject({ maxJobs: 3, maxApps: Infinity, maxWaitingRuns: 100_000 });
  expect((await other.read()).disabled).toBe(false);
  await clock.advance(1000);
  expect(await other.read()).toMatchObject({ displayName: "Acme", disabled: true, updatedBy: "user:li" });
  expect(other.quotas.maxJobs).toBe(3);
});

test("change() keeps what it does not name, and takes a quota back to the configuration", async () => {
  const { cache } = aPlace();
  await cache.change({ displayName: "Acme", quotas: { maxJobs: 3, maxApps: 2 } }, BY_LI);
  const kept = await cache.change({ quotas: { maxJobs: "default" } }, BY_LI);
  expect(kept).toMatchObject({ displayName: "Acme", quotas: { maxApps: 2 } });
  expect(kept.quotas).not.toHaveProperty("maxJobs");
  expect(cache.quotas.maxJobs).toBe(7);
});

test("change() refuses a revision that is no longer in force, and calls who follows", async () => {
  const { cache } = aPlace();
  let calls = 0;
  const stop = cache.onChange(() => (calls += 1));
  const first = await cache.change({ disabled: true }, { revision: [1], by: null });
  await expect(cache.change({ disabled: false }, { revision: [1], by: null })).rejects.toMatchObject({
    code: "stale_revision",
  });
  await cache.change({ disabled: false }, { revision: [first.revision], by: null });
  stop();
  await cache.change({ disabled: true }, BY_LI);
  expect(calls).toBe(2);
});

test("of two changes at once none is lost", async () => {
  const { cache, open } = aPlace();
  const other = open();
  await Promise.all([
    cache.change({ displayName: "Acme" }, BY_LI),
    other.change({ quotas: { maxJobs: 4 } }, BY_LI),
  ]);
  expect(await cache.refresh()).toMatchObject({ displayName: "Acme", quotas: { maxJobs: 4 } });
});
