import type { Duty } from "@mojob/core/engine";
import { createFakeClock } from "@mojob/core/testing";
import { expect, test } from "vitest";
import { holdDuty } from "./hold-duty.ts";

const never = new AbortController().signal;

/** A duty whose passes resolve to these pauses, the last one again and again. */
function aDuty(...pausesMs: readonly number[]): Duty & { passes: number; due(): void } {
  const listeners = new Set<() => void>();
  return {
    name: "test",
    everyMs: 1000,
    passes: 0,
    async run() {
      const nextInMs = pausesMs[Math.min(this.passes, pausesMs.length - 1)] ?? 0;
      this.passes += 1;
      return { nextInMs };
    },
    onDue(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    due: () => listeners.forEach((listener) => listener()),
  };
}

test("passes that follow soon are run in the process, until one is due later", async () => {
  const clock = createFakeClock();
  const duty = aDuty(400, 400, 60_000);
  const held = holdDuty(duty, { clock, signal: never });
  await clock.advance(799);
  expect(duty.passes).toBe(2);
  await clock.advance(1);
  expect(await held).toEqual({ nextInMs: 58_000 });
  expect(clock.pending).toBe(0);
});

test("a duty that becomes due during a pause runs at once", async () => {
  const clock = createFakeClock();
  const duty = aDuty(4000, 60_000);
  const held = holdDuty(duty, { clock, signal: never });
  await clock.advance(100);
  duty.due();
  await clock.settle();
  expect(await held).toEqual({ nextInMs: 58_000 });
  expect(clock.pending).toBe(0);
});

test("a pause ends when the duty must be given up", async () => {
  const clock = createFakeClock();
  const stop = new AbortController();
  const duty = aDuty(4000);
  const held = holdDuty(duty, { clock, signal: stop.signal });
  await clock.advance(100);
  stop.abort();
  expect(await held).toEqual({ nextInMs: 0 });
  expect(duty.passes).toBe(1);
});

test("a duty that is always due soon is returned after ten minutes, so that another control plane may get it", async () => {
  const clock = createFakeClock();
  const held = holdDuty(aDuty(5000), { clock, signal: never });
  await clock.advance(600_000);
  expect(await held).toEqual({ nextInMs: 0 });
});

test("a pass that rejects ends it, without a listener left behind", async () => {
  const clock = createFakeClock();
  const duty: Duty = { ...aDuty(0), run: () => Promise.reject(new Error("store unavailable")) };
  await expect(holdDuty(duty, { clock, signal: never })).rejects.toThrow("store unavailable");
});
