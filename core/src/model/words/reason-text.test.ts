import { describe, expect, it } from "vitest";
import { type Reason, ReasonCode } from "../reason.ts";
import { LANGUAGES } from "./language.ts";
import { failureText, reasonText } from "./reason-text.ts";

/** One of each code. */
const REASONS: { readonly [Code in ReasonCode]: Extract<Reason, { readonly code: Code }> } = {
  due: { code: "due" },
  started: { code: "started" },
  script_started: { code: "script_started", parameters: { script: { version: 3, hash: "ab" } } },
  retry: { code: "retry", parameters: { number: 1, of: 3 } },
  attempt_failed: {
    code: "attempt_failed",
    parameters: {
      attempt: 2,
      failure: {
        code: "timeout",
        message: "The attempt took longer than 100 ms",
        parameters: { limitMs: 100 },
      },
    },
  },
  snoozed: { code: "snoozed", parameters: { delayMs: 600_000 } },
  taken_over: { code: "taken_over", parameters: { worker: "ada" } },
  job_full: { code: "job_full", parameters: { limit: 2 } },
  waits_for_slot: { code: "waits_for_slot", parameters: { limit: 2 } },
  waits_for_code: { code: "waits_for_code", parameters: { attempt: 1 } },
  waits_for_run: { code: "waits_for_run", parameters: { other: "42" } },
  slot_given_back: { code: "slot_given_back", parameters: { attempt: 1, how: "asked", by: "ada" } },
  not_unique: { code: "not_unique", parameters: { other: "42" } },
  debounced: { code: "debounced", parameters: { other: "42" } },
  held: { code: "held" },
  prioritized: { code: "prioritized", parameters: { by: "ada", from: 3, to: 1 } },
  not_begun: { code: "not_begun", parameters: { limitMs: 60_000 } },
  begun_too_late: { code: "begun_too_late", parameters: { graceMs: 5000, policy: "skip" } },
  waiting_limit: { code: "waiting_limit", parameters: { limit: 3 } },
  queue_cleared: { code: "queue_cleared", parameters: { by: "li" } },
  execution_cleared: { code: "execution_cleared", parameters: { by: null, ms: 600_000 } },
  replaced: { code: "replaced", parameters: { by: "42" } },
  broadcast: { code: "broadcast", parameters: { shards: 5 } },
  shards_failed: { code: "shards_failed" },
  task: { code: "task", parameters: { version: 3 } },
  task_failed: { code: "task_failed" },
  shards_skipped: { code: "shards_skipped", parameters: { count: 3 } },
  executor_gone: { code: "executor_gone", parameters: { name: "ada" } },
  left_code: { code: "left_code" },
  job_disabled: { code: "job_disabled" },
  no_runner: { code: "no_runner", parameters: { work: "code" } },
  executor_rule: {
    code: "executor_rule",
    parameters: { minVersion: "2.1.0", labels: { az: "ada" } },
  },
  draining: { code: "draining" },
  child_args_refused: {
    code: "child_args_refused",
    parameters: { issues: [{ pointer: "/args/to", code: "not_text", message: "must be text" }] },
  },
  child_condition_refused: {
    code: "child_condition_refused",
    parameters: { when: "1 + 1", position: 1, text: "8" },
  },
  chain_too_long: { code: "chain_too_long", parameters: { max: 100, path: ["…", "1", "2"] } },
  child_cycle: { code: "child_cycle", parameters: { path: ["1", "2", "1"] } },
  quota_used_up: { code: "quota_used_up", parameters: { quota: "maxWaitingRuns", limit: 5 } },
  debug_mode: { code: "debug_mode", parameters: { kind: "recurring" } },
  missed: {
    code: "missed",
    parameters: {
      count: 3,
      from: "2026-01-01T00:00:00.000Z",
      to: "2026-01-01T02:00:00.000Z",
      policy: "skip",
    },
  },
  cancelled: { code: "cancelled", parameters: { by: null, note: null } },
  retry_cancelled: { code: "retry_cancelled", parameters: { by: "ada", note: null } },
  job_paused: { code: "job_paused" },
  tenant_disabled: { code: "tenant_disabled" },
  app_stopped: { code: "app_stopped", parameters: { by: "ada", note: null } },
  job_deleted: { code: "job_deleted" },
  not_retryable: { code: "not_retryable" },
  not_retried_on: { code: "not_retried_on" },
  no_retries: { code: "no_retries" },
  retries_used_up: { code: "retries_used_up", parameters: { count: 2 } },
  result_dropped: { code: "result_dropped", parameters: { problem: "a function" } },
  result_truncated: { code: "result_truncated", parameters: { bytes: 9, kept: 5 } },
  note: { code: "note", parameters: { text: "12" } },
};

describe("reasonText()", () => {
  it.each(LANGUAGES)("has a sentence of its own for each code in %s", (language) => {
    const sentences = Object.values(REASONS).map((reason) => reasonText(reason, language));
    expect(new Set(sentences).size).toBe(Object.values(ReasonCode).length);
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|null|\[object/);
  });

  it("speaks no English in Chinese, but for what people and jobs said", () => {
    for (const reason of Object.values(REASONS).filter(({ code }) => code !== "result_dropped"))
      expect(
        reasonText(reason, "zh").replaceAll(
          /maxConcurrency|unique|debounceMs|maxWaiting|waitTimeoutMs|ada|JSON|\d[\dTZ:.-]+/g,
          "",
        ),
      ).not.toMatch(/[a-z]{3}/i);
  });

  it("says of a task which retry its nodes run in", () => {
    const reason = { code: "task", parameters: { version: 3, retry: { number: 1, of: 2 } } } as const;
    expect(reasonText(reason, "en")).toBe("Retry 1 of 2: its nodes run again");
    expect(reasonText(reason, "zh")).toBe("第 1 次重试，共 2 次：重新执行各节点");
  });

  it("puts what was said behind who asked", () => {
    const asked: Reason = { code: "cancelled", parameters: { by: "ada", note: "wrong customer" } };
    expect(reasonText(asked)).toBe("Cancelled by ada: wrong customer");
    expect(reasonText(asked, "zh")).toBe("由 ada 取消：wrong customer");
  });

  it("shows the code of a newer version as it is", () => {
    expect(reasonText({ code: "moon_phase" } as unknown as Reason)).toBe("moon_phase");
  });
});

describe("failureText()", () => {
  it("keeps what a job threw, in any language", () => {
    expect(failureText({ code: "job_error", message: "It broke" }, "zh")).toBe("It broke");
    expect(failureText({ code: "timeout", message: "my own timeout" }, "zh")).toBe("my own timeout");
  });

  it("says ours in the language asked for", () => {
    const failure = { code: "timeout", message: "…", parameters: { limitMs: 50, ignoredSignal: true } };
    expect(failureText(failure)).toBe(
      "The attempt took longer than 50 ms; its code ignored the signal and still runs",
    );
    expect(failureText(failure, "zh")).toBe("执行超时，超过 50 毫秒；其代码未响应中断信号，仍在运行");
  });
});
