import { expect, test } from "vitest";
import { createWorld } from "@mojob/test-fixtures/world";
import { TenantSettingsCache } from "../../definition/tenant/tenant-settings-cache.ts";
import { resolveQuotas } from "../../model/option/quota-options.ts";
import { TenantSlots } from "./tenant-slots.ts";

/** As many processes of one tenant; each begins as many of its runs as it has places for, whenever it may. */
function aTenant(maxConcurrentRuns: number | null, waiting: readonly number[]) {
  const world = createWorld();
  const processes = waiting.map((count) => {
    const settings = new TenantSettingsCache({
      ...world,
      tenant: "default",
      quotas: resolveQuotas({ maxConcurrentRuns }),
    });
    const places = new TenantSlots({ ...world, tenant: "default", settings });
    const own = { settings, places, running: 0, waiting: count, leave: () => {} };
    const begin = (): void => {
      while (own.waiting > 0 && places.free() > 0) {
        own.waiting -= 1;
        own.running += 1;
      }
    };
    own.leave = places.enter({ used: () => own.running, changed: begin });
    return { own, begin, places, settings };
  });
  const running = (): number[] => processes.map(({ own }) => own.running);
  return { ...world, processes, running };
}

test("without the quota nothing is counted and nothing is written", async () => {
  const { processes, state, clock, running } = aTenant(null, [500]);
  processes[0]?.begin();
  await clock.advance(5000);
  expect(running()).toEqual([500]);
  expect(await state.list("mojob/default/places")).toEqual([]);
});

test("one process has all places, and gives them on as runs end", async () => {
  const { processes, clock, running } = aTenant(3, [10]);
  const [{ own, begin }] = processes as [(typeof processes)[number]];
  begin();
  await clock.advance(1);
  expect(running()).toEqual([3]);
  own.running -= 1;
  begin();
  expect(running()).toEqual([3]);
});

test("several processes never execute more together, and each that wants more gets its share", async () => {
  const { processes, clock, running } = aTenant(4, [100, 0, 100]);
  const [one, , three] = processes as [(typeof processes)[number], unknown, (typeof processes)[number]];
  one.begin();
  await clock.advance(1);
  expect(running()).toEqual([4, 0, 0]);
  three.begin();
  for (let passed = 0; passed < 30; passed += 1) {
    await clock.advance(250);
    expect(running().reduce((a, b) => a + b)).toBeLessThanOrEqual(4);
    for (const { own, begin } of processes) {
      own.running = Math.max(0, own.running - 1);
      begin();
    }
  }
  await clock.advance(2000);
  expect(running()).toEqual([2, 0, 2]);
});

test("where there are fewer places than processes they have them in turns", async () => {
  const { processes, clock } = aTenant(1, [100, 100]);
  for (const { begin } of processes) begin();
  for (let passed = 0; passed < 80; passed += 1) {
    await clock.advance(250);
    for (const { own, begin } of processes) {
      own.running = 0;
      begin();
    }
  }
  for (const { own } of processes) expect(100 - own.waiting).toBeGreaterThan(5);
});

test("what a process held that is closed is free at once, and of one that died after ten seconds", async () => {
  const { processes, clock, running } = aTenant(2, [2, 2]);
  const [one, two] = processes as [(typeof processes)[number], (typeof processes)[number]];
  one.begin();
  await clock.advance(1);
  two.begin();
  await clock.advance(1000);
  expect(running()).toEqual([2, 0]);
  one.own.running = 0;
  await one.places.close();
  await clock.advance(1000);
  two.begin();
  await clock.advance(500);
  expect(running()).toEqual([0, 2]);
});

test("a disabled tenant has no places, and its processes are called when it is enabled again", async () => {
  const { processes, clock, running } = aTenant(null, [5]);
  const [{ settings, begin }] = processes as [(typeof processes)[number]];
  await settings.change({ disabled: true }, { revision: null, by: null });
  begin();
  expect(running()).toEqual([0]);
  await settings.change({ disabled: false }, { revision: null, by: null });
  await clock.settle();
  expect(running()).toEqual([5]);
});
