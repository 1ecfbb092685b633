import { expect, it } from "vitest";
import type { JobState } from "../../../ui/state-badge.tsx";
import { timelineOf } from "./timeline.ts";

const START = Date.parse("2026-11-21T10:00:00.000Z");

function history(...edges: readonly (readonly [to: JobState, atMs: number])[]) {
  return edges.map(([to, atMs], index) => ({
    at: new Date(START + atMs).toISOString(),
    from: edges[index - 1]?.[0] ?? null,
    to,
    attempt: 1,
    worker: null,
    reason: null,
    reasonCode: null,
    reasonNumber: null,
    reasonParameters: null,
  }));
}

it("a run that ended has spent its time waiting, queued and running, and none at its end", () => {
  const edges = history(
    ["Scheduled", 0],
    ["Enqueued", 1000],
    ["Processing", 1200],
    ["Failed", 1500],
    ["Processing", 2500],
    ["Succeeded", 2600],
  );
  const { steps, totals } = timelineOf(edges, START + 99_000);
  expect(steps.map(({ ms }) => ms)).toEqual([1000, 200, 300, 1000, 100, null]);
  expect(totals).toEqual({ waiting: 2000, queued: 200, running: 400 });
  expect(steps.some(({ isCurrent }) => isCurrent)).toBe(false);
});

it("the state a run is in lasts until now", () => {
  const { steps } = timelineOf(history(["Enqueued", 0], ["Processing", 50]), START + 5050);
  expect(steps.at(-1)).toMatchObject({ ms: 5000, isCurrent: true, phase: "running" });
});

it("nothing lasts less than no time, where the viewer's clock is behind the scheduler's", () => {
  expect(timelineOf(history(["Enqueued", 0]), START - 3000).steps[0]?.ms).toBe(0);
});
