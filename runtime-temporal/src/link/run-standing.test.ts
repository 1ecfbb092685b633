import type { JobInstance } from "@mojob/core";
import { expect, test } from "vitest";
import { standingOf } from "./run-standing.ts";

const due = new Date("2026-03-02T10:00:05Z");

test.each<[string, Partial<JobInstance>, object]>([
  ["Scheduled", { scheduledFor: due }, { next: "attempt", attempt: 1, dueAt: due.toISOString() }],
  [
    "snoozed",
    { state: "Scheduled", attempt: 2, scheduledFor: due },
    { next: "attempt", attempt: 3, retry: 0, dueAt: due.toISOString() },
  ],
  ["Enqueued", { scheduledFor: due }, { next: "attempt", attempt: 1, dueAt: null }],
  ["Processing", { attempt: 1 }, { next: "wait" }],
  [
    "Failed",
    { attempt: 2, retryAt: due },
    { next: "attempt", attempt: 3, retry: 1, dueAt: due.toISOString() },
  ],
  ["Succeeded", { result: { rows: 3 } }, { next: "ended", state: "Succeeded", result: { rows: 3 } }],
  [
    "Terminated",
    { error: { code: "timeout", message: "too slow" } },
    { next: "ended", failure: { code: "timeout", message: "too slow" } },
  ],
  [
    "Skipped",
    { reason: { code: "note", parameters: { text: "full" } } },
    { next: "ended", failure: { code: "Skipped", message: "full" } },
  ],
])("a run that is %s stands so for the workflow that follows it", (state, fields, standing) => {
  expect(standingOf(aRun({ state: state as JobInstance["state"], ...fields }))).toMatchObject(standing);
});

test("a run says in which lane it competes for a slot now: an edit may have moved it since it was requested", () => {
  expect(standingOf(aRun({ state: "Enqueued", lane: "orders|key|a" }))).toMatchObject({
    lane: "orders|key|a",
  });
  expect(standingOf(aRun({ state: "Failed", lane: "orders" }))).toMatchObject({ lane: "orders" });
});

test("a run that waits for an executor says for which, and for none where that has gone", () => {
  const routing = { strategy: "first", executor: { id: "w1", name: "One" }, refused: [] } as const;
  expect(standingOf(aRun({ state: "Enqueued", routing }))).toMatchObject({ executor: "w1" });
  const state = "Failed";
  expect(standingOf(aRun({ state, routing: { ...routing, executor: null } }))).toMatchObject({
    executor: null,
  });
  expect(standingOf(aRun({ state }))).not.toHaveProperty("executor");
});

test("a result too large for Temporal is replaced by its beginning", () => {
  const standing = standingOf(aRun({ state: "Succeeded", result: "x".repeat(3_000_000) }));
  expect(standing).toMatchObject({ result: { truncated: true, bytes: 3_000_002 } });
  expect(JSON.stringify(standing).length).toBeLessThan(2000);
});

test("an error too large for Temporal is truncated, with a mark", () => {
  const error = { code: "job_error", message: "x".repeat(3_000_000) };
  const standing = standingOf(aRun({ state: "Terminated", error }));
  expect(JSON.stringify(standing).length).toBeLessThan(300_000);
  expect(JSON.stringify(standing)).toContain("truncated, 3000000 bytes");
});

function aRun(fields: Partial<JobInstance>): JobInstance {
  return {
    result: null,
    error: null,
    reason: null,
    routing: null,
    attempt: 0,
    retryAt: null,
    history: [],
    ...fields,
  } as unknown as JobInstance;
}
