import { expect, test } from "vitest";
import { type Cause, CauseCode } from "../explanation/cause.ts";
import { causeText } from "./cause-text.ts";
import { LANGUAGES } from "./language.ts";

const AT = "2026-01-01T02:00:00.000Z";
const DEED = { by: "li", at: AT, note: "Release" };
const FULL = { code: "job_full", parameters: { limit: 1 } } as const;

/** One of each: a code without one does not compile. */
const CAUSES: { readonly [Code in CauseCode]: Extract<Cause, { readonly code: Code }>["parameters"] } = {
  recorded: { reason: FULL, at: AT },
  closed: { reason: { code: "job_disabled" } },
  on_time: undefined,
  asked_for_later: { at: AT },
  fired_late: { lateMs: 61_000 },
  slots_taken: { limit: 2, count: 3, runs: ["run-1", "run-2"], waitedMs: 3_600_000 },
  runs_before: { count: 4, atLeast: true },
  no_worker: { app: "mail", workers: [{ id: "w", name: "one", reason: { code: "draining" } }] },
  tenant_disabled: undefined,
  tenant_full: { running: 5, limit: 5 },
  workers_full: { running: 4, limit: 4, workers: 2 },
  waited_for_worker: { waitedMs: 900 },
  node_waits: { node: "load", run: "r", cause: { code: "tenant_disabled" } },
  worker_silent: { worker: "w", name: "one", lastSeenAt: AT },
  loop_blocked: { worker: "w", name: "one", ms: 3000, at: AT, jobKeys: ["mail.send"] },
  begins_at: { at: AT },
  cancel_asked: DEED,
  fails_in_a_row: { count: 3, atLeast: false, since: AT },
  never_succeeded: { count: 3 },
  job_changed: { ...DEED, names: ["cron", "timeoutMs"] },
  script_changed: { from: 1, to: 2 },
  args_changed: { run: "run-1" },
  code_changed: { from: null, to: "1.1.0" },
  worker_changed: { from: "one", to: "two" },
  nothing_changed: { run: "run-1" },
  fired: { run: "run-1" },
  not_recurring: undefined,
  unknown_then: { createdAt: AT },
  not_scheduled: { before: AT, after: null },
  moved_by_clocks: { timeZone: "Europe/Berlin", local: "02:30:00" },
  left_out_by_clocks: { timeZone: "Europe/Berlin", local: "02:30:00" },
  repeated_hour: { timeZone: "Europe/Berlin" },
  before_start: { startTime: AT },
  after_end: { endTime: AT },
  disabled: DEED,
  schedule_disabled: { schedule: "early" },
  left_code: { app: "mail" },
  paused: { ...DEED, since: AT, until: AT },
  app_stopped: { ...DEED, app: "mail", since: AT, until: null },
  scheduled_since: { ...DEED, since: AT, names: ["cron"] },
  missed: { run: "run-1", count: 3, from: AT, to: AT, policy: "skip" },
  counts_from_ends: { everyMs: 60_000 },
  firing_late: { firedTo: AT },
  no_longer_kept: { maxAgeDays: 30, maxInstances: 1000 },
  to_come: { at: AT },
  no_fire_to_come: undefined,
  unexplained: undefined,
};

test.each(Object.values(CauseCode))("%s has a sentence of its own in each language", (code) => {
  const cause = { code, parameters: CAUSES[code] } as Cause;
  for (const language of LANGUAGES) {
    const text = causeText(cause, language, () => "TIME");
    expect(text).not.toMatch(/undefined|null|NaN|\[object|  |2026/);
    expect(text).not.toBe(code);
  }
  expect(causeText(cause, "zh")).toMatch(/\p{Script=Han}/u);
  expect(causeText(cause, "en")).not.toMatch(/\p{Script=Han}/u);
});

test("sentences name who did what, when and why", () => {
  expect(causeText({ code: "paused", parameters: CAUSES.paused })).toBe(
    `The job was paused by li at ${AT} (“Release”), until ${AT}`,
  );
  expect(causeText({ code: "slots_taken", parameters: CAUSES.slots_taken })).toBe(
    "Its slots were taken by 3 other runs (maxConcurrency 2): 1 h of waiting",
  );
  expect(causeText({ code: "no_worker", parameters: CAUSES.no_worker })).toBe(
    'No worker of app "mail" takes it: one: The worker takes no new runs',
  );
  expect(causeText({ code: "disabled", parameters: { by: null, at: null, note: null } }, "zh")).toBe(
    "任务已停用",
  );
});

test("a cause that a newer version wrote is named by its code", () => {
  expect(causeText({ code: "eclipse" } as unknown as Cause)).toBe("eclipse");
});
