import { expect, it } from "vitest";
import type { Incident } from "../../api/operations.generated.ts";
import type { FailureGroup } from "../failures/failure-group.ts";
import { trendOf, troublesOf } from "./troubles.ts";
import type { InboxItem } from "./use-inbox.ts";

const group = (id: string, jobs: readonly string[], more: object = {}): FailureGroup =>
  ({
    id,
    jobs: jobs.map((jobKey) => ({ jobKey })),
    handled: null,
    lastAt: "2026-11-30T10:00:00Z",
    ...more,
  }) as unknown as FailureGroup;
const incident = (id: string, condition: string, jobKey: string | null, more: object = {}): Incident =>
  ({
    id,
    condition,
    jobKey,
    severity: "warning",
    state: "open",
    explainedBy: null,
    snoozedUntil: null,
    lastAt: "2026-11-30T09:00:00Z",
    ...more,
  }) as unknown as Incident;
const ids = (found: Partial<Parameters<typeof troublesOf>[0]>): readonly string[] =>
  troublesOf({ groups: [], incidents: [], decisions: [], ...found }).map(({ id }) => id);

it("troublesOf() says each trouble once: failures with the alarms about them, and no alarm about what is decided", () => {
  const troubles = troublesOf({
    groups: [group("http 502", ["a", "b"]), group("disk full", ["b", "c"])],
    incidents: [
      incident("a:1", "failures_in_row", "a"),
      incident("b:1", "run_failed", "b"),
      incident("c:1", "missed", "c"),
      incident("w:1", "no_worker", null),
      incident("x:1", "approval_pending", "x"),
      incident("y:1", "task_held", "y"),
      incident("below", "missed", "z", { explainedBy: "w:1" }),
      incident("later", "missed", "z", { snoozedUntil: "2026-12-01T00:00:00Z" }),
    ],
    decisions: [{ jobKey: "x" } as InboxItem],
  });
  const said = troubles.map((one) => [one.id, one.kind === "broken" ? one.alarms.map(({ id }) => id) : null]);
  expect(said).toEqual([
    ["http 502", ["a:1", "b:1"]],
    ["c:1", null],
    ["w:1", null],
    ["y:1", null],
    ["disk full", []],
  ]);
});

it("troublesOf() has the most urgent first, and leaves out what is muted until it fails again", () => {
  const muted = { handled: { mutedAt: "2026-11-30T10:00:00Z" } };
  expect(
    ids({
      groups: [
        group("muted", ["m"], muted),
        group("again", ["n"], { ...muted, lastAt: "2026-11-30T10:00:01Z" }),
        group("old", ["o"], { lastAt: "2026-11-30T08:00:00Z" }),
      ],
      incidents: [
        incident("seen", "missed", "p", { severity: "critical", state: "acknowledged" }),
        incident("info", "late", "q", { severity: "info" }),
        incident("critical", "firing_stopped", null, { severity: "critical" }),
      ],
    }),
  ).toEqual(["critical", "again", "info", "old", "seen"]);
});

it.each([
  [[0, 0, 1, 4], "rising"],
  [[4, 1, 0, 0], "falling"],
  [[2, 2, 2, 2], "steady"],
  [[0, 1], "rising"],
  [[], "steady"],
] as const)("trendOf(%j) is %s", (spans, trend) => {
  expect(trendOf(spans)).toBe(trend);
});
