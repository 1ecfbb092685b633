import { describe, expect, test } from "vitest";
import {
  applyStatedOptions,
  assertSchedule,
  differingOptions,
  flattenOptions,
  resolveJobOptions,
} from "./resolve-options.ts";

const COMMON = {
  name: "CloseDay",
  description: "",
  disabled: false,
  maxConcurrency: 1,
  retryCount: 0,
  retryIntervalMs: 0,
  timeoutMs: 3_600_000,
  priority: 3,
  tags: [],
  retention: { maxInstances: 1000, maxAgeDays: 30 },
};

const SCHEDULE = {
  cron: null,
  timeZone: "UTC",
  startTime: null,
  endTime: null,
  misfire: { policy: "fireOnce", graceMs: 5000 },
  dst: { gap: "shift", overlap: "first" },
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
    expect(options.retention).toEqual({ maxInstances: 5, maxAgeDays: 1 });
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

describe("assertSchedule()", () => {
  const schedule = resolveJobOptions("recurring", {}, "CloseDay").schedule;
  if (schedule === null) throw new Error("A recurring job has a schedule");

  test("refuses an end that is not after the start", () => {
    const at = new Date("2026-01-01T00:00:00Z");
    expect(() =>
      assertSchedule({ ...schedule, startTime: at, endTime: at }, "close-day", 'register job "close-day"'),
    ).toThrow(
      expect.objectContaining({
        code: "invalid_argument",
        issues: [{ pointer: "/endTime", message: expect.any(String) }],
      }),
    );
  });

  test("refuses a zone that does not exist even where no cron needs it yet", () => {
    expect(() => assertSchedule({ ...schedule, timeZone: "Mars/Base" }, "close-day", "register it")).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
  });

  test("refuses a wrong cron", () => {
    expect(() => assertSchedule({ ...schedule, cron: "61 * * * * *" }, "close-day", "register it")).toThrow(
      expect.objectContaining({ code: "invalid_cron" }),
    );
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
    const stored = { ...code, retention: { maxAgeDays: 30, maxInstances: 1000 } };
    expect(differingOptions(code, stored)).toEqual([]);
  });
});

test("flattenOptions() names a recurring job's options as the code and the API do", () => {
  expect(flattenOptions(resolveJobOptions("recurring", {}, "CloseDay"))).toEqual({ ...COMMON, ...SCHEDULE });
});
