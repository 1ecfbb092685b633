import { expect, test } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { ProcessLoad } from "./process-load.ts";

test("measure() returns the processor time used between two measurements, and the longest pause", async () => {
  const clock = createFakeClock();
  let processorMs = 500;
  const pauses = [40, 7];
  const load = new ProcessLoad({
    clock,
    runtime: { usage: () => ({ processorMs, memoryBytes: 1000 + processorMs }) },
    takeLongestMs: () => pauses.shift() ?? 0,
  });
  expect(load.measure()).toEqual({ processor: null, recent: [], memoryBytes: 1500, loopLagMs: 0 });
  processorMs = 2000;
  await clock.advance(3000);
  const first = { processor: 0.5, recent: [], memoryBytes: 3000, loopLagMs: 40 };
  expect(load.measure()).toEqual(first);
  processorMs = 9000;
  await clock.advance(999);
  expect(load.measure()).toEqual(first);
  await clock.advance(1);
  expect(load.measure()).toEqual({ processor: 7, recent: [], memoryBytes: 10_000, loopLagMs: 7 });
});

test("measure() keeps the processor time of each quarter of a minute, for five minutes", async () => {
  const clock = createFakeClock();
  let processorMs = 0;
  const load = new ProcessLoad({
    clock,
    runtime: { usage: () => ({ processorMs, memoryBytes: 1 }) },
    takeLongestMs: () => 0,
  });
  for (let beat = 1; beat <= 5 * 22; beat += 1) {
    // 0.01 in the first quarter of a minute, 0.02 in the second.
    processorMs += 30 * Math.ceil(beat / 5);
    await clock.advance(3000);
    load.measure();
  }
  const { recent = [] } = load.measure();
  expect([recent.length, recent[0], recent.at(-1)]).toEqual([20, 0.03, 0.22]);
});

test("measure() says what it knows where the runtime does not say more", async () => {
  const clock = createFakeClock();
  const load = new ProcessLoad({ clock, runtime: {}, takeLongestMs: () => 3 });
  await clock.advance(3000);
  expect(load.measure()).toEqual({ processor: null, recent: [], memoryBytes: null, loopLagMs: 3 });
});
