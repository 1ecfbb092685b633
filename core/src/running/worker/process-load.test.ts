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
  expect(load.measure()).toEqual({ processor: null, memoryBytes: 1500, loopLagMs: 0 });
  processorMs = 2000;
  await clock.advance(3000);
  const first = { processor: 0.5, memoryBytes: 3000, loopLagMs: 40 };
  expect(load.measure()).toEqual(first);
  processorMs = 9000;
  await clock.advance(999);
  expect(load.measure()).toEqual(first);
  await clock.advance(1);
  expect(load.measure()).toEqual({ processor: 7, memoryBytes: 10_000, loopLagMs: 7 });
});

test("measure() says what it knows where the runtime does not say more", async () => {
  const clock = createFakeClock();
  const load = new ProcessLoad({ clock, runtime: {}, takeLongestMs: () => 3 });
  await clock.advance(3000);
  expect(load.measure()).toEqual({ processor: null, memoryBytes: null, loopLagMs: 3 });
});
