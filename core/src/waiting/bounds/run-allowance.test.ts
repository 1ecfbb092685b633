import { expect, test } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { TenantSettingsCache } from "../../definition/tenant/tenant-settings-cache.ts";
import type { NewRun } from "../../model/instance/new-run.ts";
import { type QuotaOptions, resolveQuotas } from "../../model/option/quota-options.ts";
import { InstanceCreator } from "../../dispatch/instance-creator.ts";
import { RunAllowance } from "./run-allowance.ts";

let made = 0;
const run = (overrides: Partial<NewRun> = {}): NewRun => ({
  id: `run-${(made += 1)}`,
  definition: aDefinition(),
  args: null,
  trigger: { type: "code" },
  priority: 3,
  dueAt: null,
  skipReason: null,
  missed: null,
  fingerprint: null,
  ...overrides,
});

/** As many processes of one tenant, over one state store. */
async function aTenant(quotas: QuotaOptions, processes = 1) {
  const world = createWorld();
  await world.define(aDefinition());
  const creators = Array.from({ length: processes }, () => {
    const settings = new TenantSettingsCache({ ...world, tenant: "default", quotas: resolveQuotas(quotas) });
    const allowance = new RunAllowance({ ...world, tenant: "default", settings });
    const creator = new InstanceCreator({ ...world, store: world.store.instances, bounds: [allowance] });
    return { settings, creator };
  });
  return { ...world, creators, ...(creators[0] as (typeof creators)[number]) };
}

test("refuses the run that is one too many in a minute, records a fire as skipped, and has room in the next", async () => {
  const { creator, clock } = await aTenant({ maxRunsPerMinute: 3 });
  await creator.create([run(), run()]);
  await creator.createOne(run());
  await expect(creator.createOne(run())).rejects.toMatchObject({
    code: "quota_exceeded",
    message: expect.stringMatching(/3 runs in this minute.*"maxRunsPerMinute"/) as unknown,
  });
  const [fire] = await creator.create([run()]);
  expect(fire?.instance).toMatchObject({
    state: "Skipped",
    reason: { code: "quota_used_up", parameters: { quota: "maxRunsPerMinute", limit: 3 } },
  });
  await clock.advance(60_000);
  await creator.createOne(run());
});

test("counts the runs of several processes together: never more, and only a few less", async () => {
  const { creators } = await aTenant({ maxRunsPerMinute: 100 }, 3);
  const results = await Promise.allSettled(
    Array.from({ length: 80 }, () => creators.map(({ creator }) => creator.createOne(run()))).flat(),
  );
  const created = results.filter(({ status }) => status === "fulfilled").length;
  expect(created).toBe(100);
});

test("obeys another quota within a second", async () => {
  const { creator, creators, clock } = await aTenant({}, 2);
  await creator.createOne(run());
  await creators[1]?.settings.change({ quotas: { maxRunsPerMinute: 0 } }, { revision: null, by: null });
  await clock.advance(1000);
  await expect(creator.createOne(run())).rejects.toMatchObject({ code: "quota_exceeded" });
});

test("a disabled tenant takes no triggers, records a fire as skipped, and returns the run of a repeated request", async () => {
  const { creator, settings } = await aTenant({});
  const request = run({ fingerprint: "same" });
  await creator.createOne(request);
  await settings.change({ disabled: true }, { revision: null, by: null });
  await expect(creator.createOne(run())).rejects.toMatchObject({ code: "tenant_disabled" });
  const [fire] = await creator.create([run()]);
  expect(fire?.instance).toMatchObject({ state: "Skipped", reason: { code: "tenant_disabled" } });
  expect(await creator.createOne(request)).toMatchObject({ created: false, instance: { id: request.id } });
});
