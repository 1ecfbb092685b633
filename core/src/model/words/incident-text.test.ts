import { describe, expect, it, test } from "vitest";
import { AlarmCondition, type IncidentParameters } from "../incident/condition.ts";
import { incidentText } from "./incident-text.ts";
import { LANGUAGES } from "./language.ts";

const AT = "2026-01-01T02:00:00.000Z";

/** One of each: a condition without one does not compile. */
const PARAMETERS: {
  readonly [Condition in AlarmCondition]: Omit<IncidentParameters[Condition], "error">;
} = {
  run_failed: { count: 1, attempts: 3 },
  failures_in_row: { row: 4 },
  no_success: { since: "2026-07-01T10:00:00.000Z" },
  missed: { count: 3, from: AT, to: AT },
  late: { due: AT },
  waiting: { since: AT },
  slow: { began: AT, medianMs: 60_000, mostMs: 180_000 },
  no_worker: { jobs: 7, keys: ["a", "b"], online: 0 },
  backlog: { waiting: 2000, most: 1000 },
  firing_stopped: { since: AT, jobs: 1, keys: ["a"] },
  control_plane_down: { online: 1, least: 2 },
  store_unavailable: { from: AT, to: AT },
  no_heartbeat: { heartbeat: "backup", due: "2026-07-01T10:00:00.000Z", failed: null, last: null },
  clock_off: { aheadMs: -61_000 },
  token_expiring: { token: "ci", kind: "service", owner: "user:li", expires: AT, hasExpired: false },
  task_held: { since: "2026-07-01T10:00:00.000Z", node: "load", until: null },
  approval_pending: { since: "2026-07-01T10:00:00.000Z", node: "ok", until: AT },
  task_waiting: { since: "2026-07-01T10:00:00.000Z", node: "go" },
  code_goes_on: { since: "2026-07-01T10:00:00.000Z", worker: "w1" },
  fires_skipped: { row: 10 },
};

function notified(condition: AlarmCondition, count = 1, more: object = {}) {
  return {
    condition,
    count,
    parameters: { ...PARAMETERS[condition], ...more },
    errors: [{ message: "Disk full" }],
  };
}

test.each(Object.values(AlarmCondition))("%s has a sentence of its own in each language", (condition) => {
  for (const language of LANGUAGES) {
    const text = incidentText(notified(condition), language, () => "TIME");
    expect(text).not.toMatch(/undefined|null|NaN|\[object|  |2026/);
    expect(text).not.toBe(condition);
  }
  const [en, zh] = LANGUAGES.map((language) => incidentText(notified(condition), language));
  expect(en).not.toBe(zh);
});

describe("sentences of incidents", () => {
  it("say how often and with what error", () => {
    expect(incidentText(notified("run_failed"))).toBe("A run failed after 3 attempts: Disk full");
    const often = { condition: "run_failed", count: 5, parameters: { attempts: 1 }, errors: [] } as const;
    expect(incidentText(often)).toBe("5 runs failed");
    expect(incidentText(often, "zh")).toBe("已有 5 个运行失败");
    expect(incidentText(notified("failures_in_row"), "zh")).toBe("已连续失败 4 次，最近一次：Disk full");
  });

  it("name what they are about, as many as fit", () => {
    expect(incidentText(notified("no_worker"))).toBe(
      "No worker is online: 7 jobs cannot run: a, b and 5 more",
    );
    expect(incidentText(notified("no_worker", 1, { online: 2, jobs: 1, keys: ["a"] }))).toBe(
      "No worker that is online takes them: 1 job cannot run: a",
    );
    expect(incidentText(notified("missed", 1, { count: 1 }), "en", () => "02:00")).toBe(
      "The fire of 02:00 was missed: no control plane ran at its time",
    );
    expect(incidentText(notified("clock_off"))).toBe(
      "The clock of a control plane is 1 min 1 s behind that of the store",
    );
    const ended = { hasExpired: true, owner: null };
    expect(incidentText(notified("token_expiring"), "en", () => "02:00")).toBe(
      "The service token ci (user:li) expires at 02:00: rotate it under Tokens",
    );
    expect(incidentText(notified("token_expiring", 1, ended), "en", () => "02:00")).toBe(
      "The service token ci expired at 02:00: rotate it under Tokens",
    );
  });

  it("are the condition itself where a newer version knows more", () => {
    expect(incidentText({ ...notified("late"), condition: "later" as AlarmCondition })).toBe("later");
  });
});
