import { describe, expect, test } from "vitest";
import { parseStatedOptions } from "./option-schema.ts";

function refusalOf(kind: "recurring" | "triggered", input: unknown): unknown {
  try {
    parseStatedOptions(kind, input, 'change job "a"');
  } catch (error) {
    return error;
  }
  return null;
}

function pointersOf(error: unknown): readonly string[] {
  return (error as { issues: readonly { pointer: string }[] }).issues.map(({ pointer }) => pointer);
}

const A_YEAR_MS = 366 * 24 * 60 * 60 * 1000;

describe("parseStatedOptions()", () => {
  test.each<[string, unknown]>([
    ["/name", ""],
    ["/name", "   "],
    ["/name", "x".repeat(201)],
    ["/name", 5],
    ["/name", null],
    ["/name", "two\nlines"],
    ["/name", "gnp.exe\u202e"],
    ["/name", "\u001b[2J"],
    ["/owner", "two\nlines"],
    ["/description", "red \u001b[31m"],
    ["/description", "x".repeat(4001)],
    ["/disabled", "yes"],
    ["/disabled", null],
    ["/maxConcurrency", 0],
    ["/maxConcurrency", -1],
    ["/maxConcurrency", 1.5],
    ["/maxConcurrency", 10_001],
    ["/maxConcurrency", Infinity],
    ["/maxConcurrency", "1"],
    ["/retryCount", -1],
    ["/retryCount", 1001],
    ["/retryCount", Number.NaN],
    ["/retryIntervalMs", -1],
    ["/retryIntervalMs", A_YEAR_MS + 1],
    ["/timeoutMs", 0],
    ["/timeoutMs", A_YEAR_MS + 1],
    ["/priority", 0],
    ["/priority", 6],
    ["/tags", "one"],
    ["/tags", Array.from({ length: 33 }, (_, index) => `t${index}`)],
    ["/retention", 5],
    ["/cron", 5],
    ["/cron", "x".repeat(257)],
    ["/timeZone", "x".repeat(65)],
    ["/startTime", "2026-01-01"],
    ["/startTime", "2026-01-01T00:00:00"],
    ["/startTime", "tomorrow"],
    ["/startTime", 1_767_225_600_000],
    ["/startTime", new Date(Number.NaN)],
    ["/startTime", "2026-02-30T00:00:00Z"],
    ["/startTime", "2026-00-10T00:00:00Z"],
    ["/startTime", "2026-13-10T00:00:00Z"],
    ["/endTime", "2025-02-29T00:00:00+08:00"],
    ["/endTime", "2026-01-01T25:00:00Z"],
    ["/misfire", "skip"],
    ["/dst", "skip"],
  ])("refuses %s: %j, and points there", (pointer, value) => {
    const error = refusalOf("recurring", { [pointer.slice(1)]: value });
    expect(error).toMatchObject({ code: "invalid_argument" });
    expect(new Set(pointersOf(error))).toEqual(new Set([pointer]));
    expect((error as Error).message).toMatch(/^Cannot change job "a": /);
  });

  test.each<[string, unknown]>([
    ["/tags/0", { tags: [""] }],
    ["/labels/team", { labels: { team: 5 } }],
    ["/labels/a.b", { labels: { "a.b": "x" } }],
    ["/labels/a", { labels: { a: "x".repeat(257) } }],
    ["/labels/0", { labels: ["team=a"] }],
    ["/labels", { labels: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`l${at}`, ""])) }],
    ["/tags/0", { tags: ["a\u2066b"] }],
    ["/tags/1", { tags: ["a", "x".repeat(65)] }],
    ["/retention/maxInstances", { retention: { maxInstances: 0 } }],
    ["/retention/maxAgeDays", { retention: { maxAgeDays: 36_501 } }],
    ["/retention/keep", { retention: { keep: 1 } }],
    ["/misfire/policy", { misfire: { policy: "ignore" } }],
    ["/misfire/graceMs", { misfire: { graceMs: -1 } }],
    ["/dst/gap", { dst: { gap: "first" } }],
    ["/dst/overlap", { dst: { overlap: "skip" } }],
    ["/schedules/0/name", { schedules: [{ name: "a.b", cron: "0 * * * * *" }] }],
    ["/schedules/0/name", { schedules: [{ name: "x".repeat(33), cron: "0 * * * * *" }] }],
    ["/everyMs", { everyMs: 999 }],
    ["/everyFrom", { everyFrom: "middle" }],
    ["/jitterMs", { jitterMs: 86_400_001 }],
    ["/schedules/0/cron", { schedules: [{ name: "a", cron: 7 }] }],
    ["/schedules/0/everyMs", { schedules: [{ name: "a", everyMs: "7s" }] }],
    [
      "/schedules/0/startTime",
      { schedules: [{ name: "a", cron: "* * * * *", startTime: "2026-02-30T00:00:00Z" }] },
    ],
    [
      "/schedules/0/misfire/graceMs",
      { schedules: [{ name: "a", cron: "* * * * *", misfire: { graceMs: -1 } }] },
    ],
    ["/schedules/0/retryCount", { schedules: [{ name: "a", cron: "* * * * *", retryCount: 1 }] }],
    ["/schedules", { schedules: ["* * * * *", "0 * * * *"].map((cron) => ({ name: "twice", cron })) }],
    [
      "/schedules",
      { schedules: Array.from({ length: 21 }, (_, at) => ({ name: `s${at}`, cron: "* * * * *" })) },
    ],
  ])("points inside an option: %s", (pointer, input) => {
    expect(refusalOf("recurring", input)).toMatchObject({ issues: [{ pointer }] });
  });

  test("says each mistake at once", () => {
    const error = refusalOf("triggered", { retryCount: -1, priority: 9, tags: [""] });
    expect(pointersOf(error)).toEqual(["/tags/0", "/priority", "/retryCount"]);
  });

  test.each(["key", "retries", "args", "app"])("refuses %s, which is no option to edit", (field) => {
    expect(pointersOf(refusalOf("triggered", { [field]: "x" }))).toEqual([`/${field}`]);
  });

  test.each(["cron", "timeZone", "startTime", "endTime", "misfire", "dst", "schedules"])(
    "refuses the recurring job's %s on a triggered job",
    (field) => {
      expect(refusalOf("triggered", { [field]: null })).toMatchObject({
        issues: [{ pointer: `/${field}`, code: "unknown_name", message: "is not known here" }],
      });
    },
  );

  test.each([null, undefined, 5, "x"])("refuses %j as options", (input) => {
    expect(refusalOf("triggered", input)).toMatchObject({ code: "invalid_argument" });
  });

  test("takes the bounds themselves", () => {
    const stated = {
      name: "x".repeat(200),
      description: "x".repeat(4000),
      maxConcurrency: 10_000,
      retryCount: 1000,
      retryIntervalMs: A_YEAR_MS,
      timeoutMs: 1,
      priority: 5,
      retention: { maxInstances: 1, maxAgeDays: 36_500 },
    };
    expect(parseStatedOptions("triggered", stated, "change it")).toEqual(stated);
  });

  test("reads times as instants, a leap day included, and tags once each", () => {
    const input = {
      startTime: "2028-02-29T08:00:00.5+08:00",
      endTime: new Date("2030-01-01T00:00:00Z"),
      tags: ["a", "b", "a"],
    };
    expect(parseStatedOptions("recurring", input, "change it")).toEqual({
      startTime: new Date("2028-02-29T00:00:00.500Z"),
      endTime: new Date("2030-01-01T00:00:00Z"),
      tags: ["a", "b"],
    });
  });
});
