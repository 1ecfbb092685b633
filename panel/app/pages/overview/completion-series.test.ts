import { expect, it } from "vitest";
import { completionSeries } from "./completion-series.ts";

const NOW_MS = Date.parse("2026-11-21T12:07:30.000Z");
const ended = { at: "2026-11-21T12:06:00.000Z", succeeded: 3, terminated: 2, cancelled: 1, skipped: 4 };

it("completionSeries() has a step for each minute of an hour, the one that runs last, zeros where nothing ended", () => {
  const steps = completionSeries([ended], { hours: 1, nowMs: NOW_MS });
  expect(steps).toHaveLength(60);
  expect(new Date(steps[0]?.atMs ?? 0).toISOString()).toBe("2026-11-21T11:08:00.000Z");
  expect(steps[58]).toEqual({ atMs: Date.parse(ended.at), succeeded: 3, failed: 2, other: 5 });
  expect(steps[59]).toEqual({ atMs: NOW_MS - 30_000, succeeded: 0, failed: 0, other: 0 });
});

it("completionSeries() of a day has quarters of an hour, as the server cuts them", () => {
  const steps = completionSeries([{ ...ended, at: "2026-11-21T12:00:00.000Z" }], {
    hours: 24,
    nowMs: NOW_MS,
  });
  expect(steps).toHaveLength(96);
  expect(steps.at(-1)).toMatchObject({ succeeded: 3, failed: 2, other: 5 });
});
