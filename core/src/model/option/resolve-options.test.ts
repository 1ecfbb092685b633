import { describe, expect, test } from "vitest";
import {
  applyStatedOptions,
  differingOptions,
  flattenOptions,
  resolveJobOptions,
} from "./resolve-options.ts";

const COMMON = {
  name: "CloseDay",
  description: "",
  owner: "",
  disabled: false,
  maxConcurrency: 1,
  concurrencyKey: "",
  whenFull: "skip",
  rateLimit: { max: null, perMs: 60_000, spread: "burst" },
  fairness: { by: "", weight: "" },
  unique: "off",
  debounceMs: 0,
  debounceMaxMs: null,
  uniqueKey: "",
  routing: { strategy: "any", by: "", whenGone: "elsewhere" },
  executors: { minVersion: "", labels: {} },
  maxWaiting: null,
  waitTimeoutMs: null,
  retryCount: 0,
  retryIntervalMs: 0,
  retryBackoff: { growth: "constant", maxMs: 3_600_000, jitterPercent: 0 },
  retryOn: [],
  timeoutMs: 3_600_000,
  isolation: "none",
  priority: 3,
  tags: [],
  labels: {},
  children: [],
  retention: { maxInstances: 1000, maxSkipped: 100, maxAgeDays: 30 },
};

const SCHEDULE = {
  cron: null,
  cronDialect: "standard",
  everyMs: null,
  everyFrom: "start",
  jitterMs: 0,
  timeZone: "UTC",
  startTime: null,
  endTime: null,
  misfire: { policy: "fireOnce", graceMs: 5000 },
  dst: { gap: "shift", overlap: "first" },
  schedules: [],
};

describe("resolveJobOptions()", () => {
  test("shows every default of a recurring job", () => {
    expect(resolveJobOptions("recurring", {}, "CloseDay")).toEqual({ ...COMMON, schedule: SCHEDULE });
  });

  test("shows every default of a triggered job, which has no schedule", () => {
    expect(resolveJobOptions("triggered", {}, "CloseDay")).toEqual({ ...COMMON, schedule: null });
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
    expect(options.retention).toEqual({ maxInstances: 5, maxSkipped: 100, maxAgeDays: 1 });
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
    const stored = { ...code, retention: { maxAgeDays: 30, maxSkipped: 100, maxInstances: 1000 } };
    expect(differingOptions(code, stored)).toEqual([]);
  });
});

test("flattenOptions() names a recurring job's options as the code and the API do", () => {
  expect(flattenOptions(resolveJobOptions("recurring", {}, "CloseDay"))).toEqual({ ...COMMON, ...SCHEDULE });
});
