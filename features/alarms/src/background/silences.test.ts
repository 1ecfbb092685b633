import type { JobDefinition } from "@mojob/core";
import { aDefinition, type DefinitionOverrides } from "@mojob/test-fixtures/records";
import { describe, expect, it } from "vitest";
import { type MadeRun, watchAlarms } from "../../fixtures/alarm-watch.ts";
import { isInForce } from "./silences.ts";

const A_MINUTE_MS = 60_000;

function job(key: string, overrides: DefinitionOverrides = {}): JobDefinition {
  return aDefinition({ key, ...overrides });
}

/** Which route reported what, in turn. */
function routed(notices: ReadonlyMap<string, MadeRun>): readonly string[] {
  return [...notices.values()].map(({ args }) => `${args["route"] as string} ${args["event"] as string}`);
}

describe("a silence", () => {
  const everything = { severities: null, conditions: null, apps: null, jobs: null, tags: null };
  const later = (from: Date, ms: number): string => new Date(from.getTime() + ms).toISOString();

  it("keeps what it names from being reported, and what lasts is reported after it", async () => {
    const all = ["bad", "other", "tell"].map((key) => job(key));
    const { world, run, passFor, notices, incidents, routes, silences } = await watchAlarms({}, ...all);
    const now = world.clock.now();
    await routes({ id: "all", job: "tell" });
    await silences({
      ...everything,
      id: "s1",
      jobs: ["bad"],
      from: now.toISOString(),
      until: later(now, 30 * A_MINUTE_MS),
      window: null,
      reason: "Moving the disk",
      by: "user:li",
    });
    for (const key of ["bad", "other"]) await run(key, "Terminated");
    await passFor(A_MINUTE_MS);
    const texts = (): readonly unknown[] => [...notices.values()].map(({ args }) => args["text"]);
    expect(texts()).toEqual([expect.stringContaining("other")]);
    expect((await incidents()).map(({ jobKey, silencedBy }) => `${jobKey} ${silencedBy}`).toSorted()).toEqual(
      ["bad s1", "other null"],
    );
    await passFor(30 * A_MINUTE_MS);
    expect(texts().slice(1)).toEqual([expect.stringContaining("bad")]);
  });

  it("says nothing of what began and ended in it, and reports the end of what was reported before", async () => {
    const all = ["before", "within", "tell"].map((key) => job(key));
    const { world, run, passFor, notices, incidents, routes, silences } = await watchAlarms({}, ...all);
    await routes({ id: "all", job: "tell" });
    await run("before", "Terminated");
    await passFor(A_MINUTE_MS);
    const now = world.clock.now();
    const until = later(now, 3_600_000);
    const s1 = {
      ...everything,
      id: "s1",
      from: now.toISOString(),
      until,
      window: null,
      reason: "-",
      by: null,
    };
    await silences(s1);
    await run("within", "Terminated");
    await passFor(A_MINUTE_MS);
    for (const key of ["before", "within"]) await run(key, "Succeeded");
    await passFor(2 * A_MINUTE_MS);
    expect(routed(notices)).toEqual(["all opened", "all resolved"]);
    expect((await incidents()).every(({ isSettled }) => isSettled)).toBe(true);
  });

  it("comes again in a maintenance window", () => {
    const window = { cron: "0 2 * * 6", timeZone: "Europe/Berlin", durationMs: 2 * 3_600_000 };
    const silence = { ...everything, id: "s1", until: null, window, reason: "Patches", by: null };
    const weekly = { ...silence, from: "2026-01-01T00:00:00Z" };
    const holds = (time: string): boolean => isInForce(weekly, new Date(time));
    expect(holds("2026-07-04T00:00:00Z")).toBe(true);
    expect(holds("2026-07-04T01:59:59Z")).toBe(true);
    expect(holds("2026-07-04T02:00:00Z")).toBe(false);
    expect(holds("2026-07-03T23:59:59Z")).toBe(false);
    expect(holds("2026-07-05T00:30:00Z")).toBe(false);
    // Local time is an hour closer to UTC in winter.
    expect(holds("2026-12-05T01:00:00Z")).toBe(true);
    expect(holds("2026-12-05T00:30:00Z")).toBe(false);
    expect(isInForce({ ...weekly, from: "2026-08-01T00:00:00Z" }, new Date("2026-07-04T01:00:00Z"))).toBe(
      false,
    );
  });
});
