import { describe, expect, test } from "vitest";
import {
  applyStatedOptions,
  differingOptions,
  flattenOptions,
  resolveJobOptions,
} from "./resolve-options.ts";

// Every default is shown by test/behaviour/stored-options.ts, on each deployment.
describe("resolveJobOptions()", () => {
  test("gives a triggered job no schedule, and the name of its class", () => {
    expect(resolveJobOptions("triggered", {}, "CloseDay")).toMatchObject({
      name: "CloseDay",
      schedule: null,
    });
  });

  test("takes `null` for unlimited and for no cron as said, not as left out", () => {
    const options = resolveJobOptions("recurring", { maxConcurrency: null, cron: null }, "CloseDay", {
      maxConcurrency: 7,
    });
    expect(options.maxConcurrency).toBeNull();
    expect(options.schedule?.cron).toBeNull();
  });

  test("fills what an option of several parts leaves out from the level below", () => {
    const options = resolveJobOptions(
      "recurring",
      { retention: { maxAgeDays: 1 }, misfire: { graceMs: 1 }, dst: { overlap: "both" } },
      "CloseDay",
      { retention: { maxInstances: 5 }, misfire: { policy: "skip" }, dst: { gap: "skip" } },
    );
    expect(options.retention).toMatchObject({ maxInstances: 5, maxSkipped: 100, maxAgeDays: 1 });
    expect(options.schedule).toMatchObject({
      misfire: { policy: "skip", graceMs: 1 },
      dst: { gap: "skip", overlap: "both" },
    });
  });
});

describe("applyStatedOptions()", () => {
  test("gives a triggered job no schedule, whatever is stated", () => {
    const options = resolveJobOptions("triggered", {}, "Send");
    expect(applyStatedOptions(options, { cron: "0 0 0 * * *" }).schedule).toBeNull();
  });
});

describe("differingOptions()", () => {
  test("names what differs with both values, and nothing else", () => {
    const code = resolveJobOptions("recurring", { tags: ["a"] }, "CloseDay");
    const stored = applyStatedOptions(code, {
      retryCount: 2,
      startTime: new Date("2026-01-01T00:00:00Z"),
      dst: { gap: "skip" },
    });
    expect(differingOptions(code, stored)).toEqual([
      { field: "retryCount", code: 0, stored: 2 },
      { field: "startTime", code: null, stored: "2026-01-01T00:00:00.000Z" },
      {
        field: "dst",
        code: { gap: "shift", overlap: "first" },
        stored: { gap: "skip", overlap: "first" },
      },
    ]);
  });

  test("counts the same values in another order of names as the same", () => {
    const code = resolveJobOptions("triggered", {}, "Send");
    const { maxInstances, maxSkipped, maxAgeDays, ...parts } = code.retention;
    const stored = { ...code, retention: { maxAgeDays, maxSkipped, maxInstances, ...parts } };
    expect(differingOptions(code, stored)).toEqual([]);
  });
});

test("flattenOptions() puts a recurring job's schedule beside its other options, as the code and the API do", () => {
  const { schedule, ...others } = resolveJobOptions("recurring", { cron: "0 0 1 * * *" }, "CloseDay");
  expect(flattenOptions({ ...others, schedule })).toEqual({ ...others, ...schedule });
  expect(schedule).toMatchObject({ cron: "0 0 1 * * *" });
});
