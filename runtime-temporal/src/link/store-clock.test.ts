import type { Clock } from "@mojob/core/ports";
import { createFakeClock } from "@mojob/core/testing";
import { StateStoreInMemory } from "@mojob/memory";
import { expect, onTestFinished, test } from "vitest";
import { StoreClock } from "./store-clock.ts";

const TENANT = "default";

/** A process whose date is ahead of the store's. */
async function aProcess(ahead: { ms: number }): Promise<{
  readonly clock: StoreClock;
  readonly storeTime: ReturnType<typeof createFakeClock>;
  readonly offMs: () => number;
}> {
  const storeTime = createFakeClock();
  const own: Clock = { ...storeTime, now: () => new Date(storeTime.now().getTime() + ahead.ms) };
  const state = new StateStoreInMemory({ clock: storeTime });
  const clock = await StoreClock.start({ clock: own, state, name: TENANT, onError: () => {} });
  onTestFinished(() => clock.close());
  return { clock, storeTime, offMs: () => clock.now().getTime() - storeTime.now().getTime() };
}

test.each([600_000, -600_000, 1500])(
  "a clock %i ms ahead of the store's shows the store's time",
  async (ms) => {
    const { storeTime, offMs } = await aProcess({ ms });
    expect(offMs()).toBe(0);
    await storeTime.advance(3_600_000);
    expect(offMs()).toBe(0);
  },
);

test.each([0, 400, -400])("a clock %i ms ahead of the store's is left alone", async (ms) => {
  const { offMs } = await aProcess({ ms });
  expect(offMs()).toBe(ms);
});

test("a clock that is set by an hour while it runs is not followed, from that moment on", async () => {
  const ahead = { ms: 0 };
  const { storeTime, offMs } = await aProcess(ahead);
  await storeTime.advance(10_000);
  ahead.ms = -3_600_000;
  expect(offMs()).toBe(0);
  await storeTime.advance(5000);
  expect(offMs()).toBe(0);
});

test("a clock that drifts is compared again, so that it is followed as long as it is right", async () => {
  const ahead = { ms: 0 };
  const { storeTime, offMs } = await aProcess(ahead);
  for (const ms of [300, 600, 900]) {
    ahead.ms = ms;
    await storeTime.advance(30_000);
    expect(offMs()).toBe(ms);
  }
  ahead.ms = 1200;
  await storeTime.advance(30_000);
  expect(offMs()).toBe(0);
});

test("a store that is unavailable later changes nothing, and is reported", async () => {
  const storeTime = createFakeClock();
  const state = new StateStoreInMemory({ clock: storeTime });
  const errors: unknown[] = [];
  const own: Clock = { ...storeTime, now: () => new Date(storeTime.now().getTime() + 600_000) };
  const clock = await StoreClock.start({
    clock: own,
    state,
    name: TENANT,
    onError: (error) => errors.push(error),
  });
  await state.close();
  await storeTime.advance(90_000);
  expect(errors).toHaveLength(3);
  expect(clock.now()).toEqual(storeTime.now());
  await clock.close();
  await storeTime.advance(90_000);
  expect(errors).toHaveLength(3);
});
