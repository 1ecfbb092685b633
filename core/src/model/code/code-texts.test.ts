import { expect, it } from "vitest";
import { CAUSE_SAMPLES, REASON_SAMPLES } from "../../../fixtures/code-samples.ts";
import { MoJobErrorCode } from "../../base/error.ts";
import { ExpressionErrorCode } from "../../expression/expression-error.ts";
import { WorkError, WorkErrorCode } from "../../work/work-error.ts";
import { ERROR_TABLE, errorWords } from "./error-table.ts";
import { numberOfCode } from "./number-of-code.ts";
import { type Cause, CauseCode } from "../explanation/cause.ts";
import { type FailureParameters, type Reason, ReasonCode } from "../reason.ts";
import { causeText } from "../explanation/cause-text.ts";
import { readFailure } from "./failure-read.ts";
import { LANGUAGES } from "../words/language.ts";
import { failureText, reasonText } from "./reason-text.ts";

const THROWN = "as it was thrown";
const PARAMETERS: FailureParameters = {
  limitMs: 1500,
  limit: 2,
  worker: "ada",
  exitCode: 3,
  status: 503,
  version: 4,
  name: "reports",
  key: "may",
  shards: { Succeeded: 1, Terminated: 2, Cancelled: 3, Skipped: 4 },
  issues: [
    { pointer: "/args/to", code: "not_text", message: "must be text" },
    { pointer: "/args", code: "too_long", parameters: { max: 5 }, message: "is too long" },
  ],
};
/** How a sentence of a failure may go on. */
const VARIANTS: readonly FailureParameters[] = [
  PARAMETERS,
  { ...PARAMETERS, line: "the last line" },
  { ...PARAMETERS, ignoredSignal: true },
  { ...PARAMETERS, ignoredSignal: true, stopped: true },
  { ...PARAMETERS, node: "load", issues: [], shards: {} },
];

const ISSUE = { pointer: "/a", code: "json_cannot_hold", parameters: { type: "function" }, message: "no" };
/** Other forms of some sentences, beside the samples. */
const MORE_REASONS = [
  { code: "script_started", parameters: { script: { version: 3, hash: "ab" } } },
  { code: "retry", parameters: { number: 2, of: null, script: { version: 3, hash: "ab" } } },
  { code: "attempt_failed", parameters: { attempt: 1, failure: { code: "x", message: THROWN } } },
  { code: "snoozed", parameters: { delayMs: 5, verifies: true } },
  { code: "waits_for_slot", parameters: { limit: 2, perMs: 60_000 } },
  { code: "slot_given_back", parameters: { attempt: 1, how: "returned", by: null } },
  { code: "slot_given_back", parameters: { attempt: 1, how: "worker_ended", by: null } },
  { code: "prioritized", parameters: { by: null, from: 9, to: 0 } },
  { code: "prioritized", parameters: { by: "li", from: -5, to: 0 } },
  { code: "begun_too_late", parameters: { graceMs: 5, policy: "fireOnce" } },
  { code: "begun_too_late", parameters: { graceMs: 5, policy: "fireAll" } },
  { code: "queue_cleared", parameters: { by: null } },
  { code: "execution_cleared", parameters: { by: "li", ms: 90_061_000 } },
  { code: "broadcast", parameters: { shards: 1 } },
  { code: "task", parameters: { version: 3, retry: { number: 1, of: null } } },
  ...(["held", "approval", "signal", "paused", "check", "time", "retry"] as const).flatMap((kind) => [
    { code: "task", parameters: { version: 3, waits: { for: kind, node: null } } },
    { code: "task", parameters: { version: 3, waits: { for: kind, node: "load" } } },
  ]),
  { code: "executor_rule", parameters: { minVersion: "", labels: { az: "a", gpu: "1" } } },
  { code: "child_args_refused", parameters: { issues: [] } },
  { code: "quota_used_up", parameters: { quota: "maxWaitingBytes", limit: 5 } },
  { code: "quota_used_up", parameters: { quota: "maxRunsPerMinute", limit: 5 } },
  { code: "debug_mode", parameters: { kind: "triggered" } },
  { code: "missed", parameters: { count: 1, from: "A", to: "B", policy: "fireAll" } },
  { code: "cancelled", parameters: { by: "ada", note: "wrong customer" } },
  { code: "cancelled", parameters: { by: null, note: "" } },
  { code: "retry_cancelled", parameters: { by: null, note: "no need" } },
  { code: "app_stopped" },
  { code: "app_stopped", parameters: { by: null, note: "release" } },
  { code: "result_dropped", parameters: { problem: "a function", issue: ISSUE } },
] as unknown as readonly Reason[];

const DEED = { by: null, at: null, note: null };
const MORE_CAUSES = [
  { code: "slots_taken", parameters: { limit: null, count: 1, runs: [], waitedMs: 5 } },
  { code: "runs_before", parameters: { count: 1, atLeast: false } },
  { code: "no_worker", parameters: { app: "mail", workers: [] } },
  {
    code: "no_worker",
    parameters: {
      app: "mail",
      workers: ["a", "b", "c", "d", "e"].map((name) => ({ id: name, name, reason: { code: "draining" } })),
    },
  },
  { code: "workers_full", parameters: { running: 4, limit: 4, workers: 1 } },
  { code: "worker_silent", parameters: { worker: "w", name: "one", lastSeenAt: null } },
  { code: "loop_blocked", parameters: { worker: "w", name: "one", ms: 5, at: "A", jobKeys: [] } },
  ...["cancel_asked", "disabled"].map((code) => ({ code, parameters: DEED })),
  { code: "node_waits", parameters: { node: "n", run: "r", cause: { code: "on_time" } } },
  { code: "fails_in_a_row", parameters: { count: 3, atLeast: true, since: "A" } },
  { code: "never_succeeded", parameters: { count: 1 } },
  { code: "job_changed", parameters: { ...DEED, names: ["cron"] } },
  { code: "script_changed", parameters: { from: null, to: 2 } },
  { code: "not_scheduled", parameters: { before: null, after: "B" } },
  { code: "paused", parameters: { ...DEED, since: "A", until: null } },
  { code: "app_stopped", parameters: { ...DEED, app: "mail", since: "A", until: "B" } },
  { code: "window_open", parameters: { ...DEED, id: "w", name: "Release", since: "A", until: "B" } },
  { code: "scheduled_since", parameters: { ...DEED, by: "li", note: "x", since: "A", names: [] } },
  { code: "scheduled_since", parameters: { ...DEED, by: "li", note: "x", since: "A", names: ["a", "b"] } },
  { code: "missed", parameters: { run: "r", count: 1, from: "A", to: "B", policy: null } },
] as unknown as readonly Cause[];

function factsOf(code: string): readonly string[] {
  const row = ERROR_TABLE[code];
  const words = LANGUAGES.map((language) => errorWords(code, language));
  return [
    `${code}: ${numberOfCode(code)}${row?.isRetryable === true ? ", retry" : ""}`,
    ...words.flatMap((one) => (one === null ? [] : [`  means ${one.means}`, `  advice ${one.advice}`])),
  ];
}

function failureTexts(code: string): readonly string[] {
  const lines = VARIANTS.flatMap((parameters) => {
    const failure = { code, message: THROWN, parameters };
    const attempt: Reason = { code: "attempt_failed", parameters: { attempt: 2, failure } };
    const texts = LANGUAGES.flatMap((language) => [
      failureText(failure, language),
      reasonText(attempt, language),
    ]);
    const read = readFailure(failureText(failure));
    return [...texts.map((text) => `  ${text}`), `  read ${JSON.stringify(read)}`];
  });
  return [...new Set(lines)];
}

function sorted(codes: Iterable<string>): readonly string[] {
  return [...new Set(codes)].toSorted();
}

it("every code of every kind has the texts and facts that it had", async () => {
  const reasons = [...Object.values(REASON_SAMPLES), ...MORE_REASONS];
  const causes = [
    ...sorted(Object.keys(CAUSE_SAMPLES)).map(
      (code) => ({ code, parameters: CAUSE_SAMPLES[code as CauseCode] }) as Cause,
    ),
    ...MORE_CAUSES,
  ];
  const kinds = { MoJobErrorCode, ReasonCode, WorkErrorCode, CauseCode, ExpressionErrorCode };
  const lines = [
    ...Object.entries(kinds).flatMap(([kind, names]) => [
      `# ${kind}`,
      ...Object.entries(names)
        .toSorted(([, a], [, b]) => (a < b ? -1 : 1))
        .map(([name, code]) => `${name} ${code}`),
    ]),
    "# Facts",
    ...sorted([...Object.keys(ERROR_TABLE), ...Object.values(ReasonCode)]).flatMap(factsOf),
    "# Failures",
    ...sorted(Object.keys(ERROR_TABLE))
      .filter((code) => failureText({ code, message: THROWN, parameters: PARAMETERS }) !== THROWN)
      .flatMap((code) => [code, ...failureTexts(code)]),
    failureText({ code: "invalid_args", message: THROWN, parameters: PARAMETERS }, "zh"),
    ...Object.values(WorkErrorCode)
      .toSorted()
      .map((code) => {
        const { message, retryable } = new WorkError(code, PARAMETERS);
        return `${code} ${retryable} ${message}`;
      }),
    "# Reasons",
    ...reasons
      .toSorted((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
      .flatMap((reason) => [
        reason.code,
        ...LANGUAGES.map((language) => `  ${reasonText(reason, language)}`),
      ]),
    "# Causes",
    ...causes.flatMap((cause) => [
      cause.code,
      ...LANGUAGES.map((language) => `  ${causeText(cause, language, (at) => `<${at}>`)}`),
    ]),
  ];
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("code-texts.txt");
});
