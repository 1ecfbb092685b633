import { createFakeClock } from "@mojob/core/testing";
import { describe, expect, it } from "vitest";
import { ReportedUsage } from "./reported-usage.ts";

describe("ReportedUsage", () => {
  it("is not known before the first report", () => {
    expect(new ReportedUsage(createFakeClock(), 10_000).now()).toBeNull();
  });

  it("goes on between reports as it went before, and not without end", async () => {
    const clock = createFakeClock();
    const used = new ReportedUsage(clock, 10_000);
    used.report({ processorMs: 500, memoryBytes: 7 });
    await clock.advance(3000);
    expect(used.now()).toEqual({ processorMs: 500, memoryBytes: 7 });
    used.report({ processorMs: 2000, memoryBytes: 8 });
    await clock.advance(1000);
    expect(used.now()).toEqual({ processorMs: 2500, memoryBytes: 8 });
    await clock.advance(60_000);
    expect(used.now()).toEqual({ processorMs: 7000, memoryBytes: 8 });
    used.report({ processorMs: 2000, memoryBytes: 9 });
    await clock.advance(1000);
    expect(used.now()).toEqual({ processorMs: 2000, memoryBytes: 9 });
  });
});

it("loopDelay() has the greatest delays that were reported since they were taken, and none of a program that reports none", () => {
  const usage = new ReportedUsage({ monotonicMs: () => 0 }, 10_000);
  const meter = usage.loopDelay();
  const used = { processorMs: 1, memoryBytes: 1 };
  usage.report(used);
  expect(meter.take()).toBeNull();
  usage.report({ ...used, loopDelayMs: 40, loopDelayP99Ms: 2 });
  usage.report({ ...used, loopDelayMs: 7 });
  expect(meter.take()).toEqual({ maxMs: 40, p99Ms: 7 });
  expect(meter.take()).toBeNull();
  meter.close();
});
