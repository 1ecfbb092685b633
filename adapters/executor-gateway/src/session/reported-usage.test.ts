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
