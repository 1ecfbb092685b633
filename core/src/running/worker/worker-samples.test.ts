import { expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { WorkerSamples } from "./worker-samples.ts";

interface Used {
  processorMs: number;
  running: number;
}

function open(everyMs: number | null, used: Used, clock: FakeClock = createFakeClock()) {
  let opened = 0;
  const samples = new WorkerSamples({
    clock,
    everyMs,
    runtime: {
      usage: () => ({ processorMs: used.processorMs, memoryBytes: 1000 + used.processorMs }),
      loopDelay: () => {
        opened += 1;
        return { take: () => ({ p99Ms: 3, maxMs: 40 }), close: () => void (opened -= 1) };
      },
    },
    places: () => ({ running: used.running, limit: 8 }),
  });
  return { clock, samples, meters: () => opened };
}

it("take() has a sample for each stretch of time, with the most runs that heartbeats saw in it", async () => {
  const used = { processorMs: 100, running: 1 };
  const { clock, samples } = open(30_000, used);
  expect(samples.take()).toBeNull();
  samples.start();
  used.processorMs = 15_100;
  for (const running of [2, 5, 0]) {
    used.running = running;
    await clock.advance(9000);
    expect(samples.take()).toEqual([]);
  }
  await clock.advance(3000);
  expect(samples.take()).toEqual([
    {
      at: clock.now(),
      ms: 30_000,
      processor: 0.5,
      memoryBytes: 16_100,
      loopDelayMs: 40,
      loopDelayP99Ms: 3,
      running: 5,
      limit: 8,
    },
  ]);
  for (let beat = 0; beat < 200; beat += 1) {
    await clock.advance(3000);
    samples.take();
  }
  const kept = samples.take() ?? [];
  expect([kept.length, kept.at(-1)?.at]).toEqual([10, clock.now()]);
  expect(kept.at(-1)?.running).toBe(0);
});

it("a worker that is to measure nothing opens no meter and has no samples", async () => {
  const off = open(null, { processorMs: 0, running: 0 });
  off.samples.start();
  await off.clock.advance(120_000);
  expect([off.samples.take(), off.meters()]).toEqual([null, 0]);
  const on = open(5000, { processorMs: 0, running: 0 });
  on.samples.start();
  on.samples.start();
  expect(on.meters()).toBe(1);
  on.samples.close();
  expect(on.meters()).toBe(0);
});

it("what a runtime does not say is absent, and not nothing", async () => {
  const clock = createFakeClock();
  const samples = new WorkerSamples({
    clock,
    everyMs: 5000,
    runtime: {},
    places: () => ({ running: 0, limit: null }),
  });
  samples.start();
  await clock.advance(5000);
  const [sample] = samples.take() ?? [];
  expect(sample).toMatchObject({ processor: null, memoryBytes: null, loopDelayMs: null, limit: null });
});
