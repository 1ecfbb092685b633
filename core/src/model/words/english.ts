import { durationText, UNITS_EN } from "./duration-text.ts";
import type { TaskWaiting } from "../task/task-waiting.ts";
import type { ExecutorRule } from "../option/value/executor-rule.ts";
import { boundedPriority, FIRST_PRIORITY } from "../option/value/priority.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import type { FailureSummary, ReasonParameters, SlotGiver } from "../reason.ts";
import type { ShardEnd } from "../run-routing.ts";
import type { FailureWords, ReasonWords } from "./language.ts";

/** How a shard has ended, in words. */
export const SHARD_ENDS_EN: Readonly<Record<ShardEnd, string>> = {
  Succeeded: "succeeded",
  Terminated: "failed",
  Cancelled: "cancelled",
  Skipped: "skipped",
};
/** What the numbers follow. */
export const SHARDS_FAILED_EN = "Not all shards succeeded: ";

const GIVERS: Readonly<Record<SlotGiver["how"], string>> = {
  returned: "its code has ended",
  worker_ended: "its worker has ended",
  asked: "asked for",
};

export const FAILURES_EN: FailureWords = {
  timeout: ({ parameters }) => `The attempt took longer than ${parameters?.limitMs} ms${ignored(parameters)}`,
  worker_lost: ({ parameters }) => `Worker "${parameters?.worker}" stopped responding during the attempt`,
  worker_shutdown: ({ parameters }) =>
    `The worker was shut down before the attempt had ended${ignored(parameters)}`,
  full: ({ parameters }) => `No free slot: ${parameters?.limit} of ${parameters?.limit} in use`,
  no_worker: ({ parameters }) =>
    `No worker that can run it came within ${parameters?.limitMs} ms (waitTimeoutMs)`,
  waited_too_long: ({ parameters }) => `It waited longer than ${parameters?.limitMs} ms (waitTimeoutMs)`,
  invalid_args: ({ message }) => message,
  exit_code: ({ parameters }) =>
    `The program ended with exit code ${parameters?.exitCode}${last(parameters)}`,
  exit_signal: ({ parameters }) => `Signal ${parameters?.name} ended the program${last(parameters)}`,
  program_missing: ({ parameters }) =>
    `Program "${parameters?.name}" is not on the worker's machine or cannot be executed there`,
  script_changed: ({ parameters }) =>
    `Nothing was executed: the text of version ${parameters?.version} of the script is not the one that was saved, because its SHA-256 differs. Save the script again`,
  memory_limit: ({ parameters }) => `It used more than ${parameters?.limit} MB of memory`,
  cpu_limit: ({ parameters }) => `It used more than ${parameters?.limit} s of processor time`,
  output_limit: ({ parameters }) => `Its output is larger than ${parameters?.limit} MB`,
  process_limit: ({ parameters }) => `It started more than ${parameters?.limit} processes`,
  folder_limit: ({ parameters }) =>
    `The folders of all runs had more than ${parameters?.limit} MB together, and this one the most`,
  http_status: ({ parameters }) =>
    `The server responded with status ${parameters?.status}${last(parameters)}`,
  callback_failed: ({ parameters }) => `The server reported that the work failed${last(parameters)}`,
  callback_timeout: ({ parameters }) =>
    `The end of the work was not known within ${parameters?.limitMs} ms after its code (verify.timeoutMs)`,
  file_unavailable: ({ parameters }) =>
    `File "${parameters?.name}" is not there, or not as it is wanted${last(parameters)}`,
  database_unavailable: ({ parameters }) =>
    `Database "${parameters?.name}" does not respond, or does not have what is wanted${last(parameters)}`,
  service_unavailable: ({ parameters }) =>
    `Service "${parameters?.name}" does not respond, or not as it is wanted${last(parameters)}`,
  ftp_unavailable: ({ parameters }) =>
    `FTP server "${parameters?.name}" does not respond, or does not have what is wanted${last(parameters)}`,
  address_refused: ({ parameters }) => `The worker may not connect to ${parameters?.name}`,
  secret_missing: ({ parameters }) => `The job's app has no secret "${parameters?.name}"`,
  secret_sealed: ({ parameters }) =>
    `Secret "${parameters?.name}" was sealed with key "${parameters?.key}", which the worker does not have`,
  secret_damaged: ({ parameters }) =>
    `Secret "${parameters?.name}" cannot be opened: the worker's key "${parameters?.key}" is another one, or what is stored was changed`,
  secrets_too_long: ({ parameters }) =>
    `The secrets that the job names have more than ${parameters?.limit} KiB together`,
  executor_missing: ({ parameters }) => `No executor of "${parameters?.name}" could be reached`,
  executor_refused: ({ parameters }) => `Executor ${parameters?.name} refused the run${last(parameters)}`,
  executor_failed: ({ parameters }) =>
    `Executor ${parameters?.name} reported code ${parameters?.status}${last(parameters)}`,
  executor_lost: ({ parameters }) =>
    `Executor ${parameters?.name}, which had the run, does not respond and sent no result`,
  executor_result_lost: ({ parameters }) =>
    `Executor ${parameters?.name} does not have the run any more and sent no result: how it ended is not known`,
  executor_gone: ({ parameters }) => goneText(parameters?.name),
  node_failed: ({ parameters }) => `Failed and not handled: ${parameters?.name}`,
  cleanup_failed: ({ parameters }) => `Its cleanup failed: ${parameters?.name}`,
  condition_false: () => "Its success condition is not met",
  task_timeout: ({ parameters }) => `Its nodes took longer than ${parameters?.limitMs} ms together`,
  held_too_long: () => "Nobody decided in time how to go on after a failure",
  given_up: () => "Somebody gave it up after a failure",
  shards_failed: ({ parameters }) => {
    const { Succeeded = 0, ...others } = parameters?.shards ?? {};
    const counts = Object.entries({ Succeeded, ...others }).map(
      ([state, count]) => `${count} ${SHARD_ENDS_EN[state as ShardEnd]}`,
    );
    return `${SHARDS_FAILED_EN}${counts.join(", ")}`;
  },
};

export const REASONS_EN: ReasonWords = {
  due: () => "Its time has come",
  started: () => "Started",
  script_started: ({ script }) => `Started with version ${script.version} of the script`,
  retry: ({ script, ...retry }) =>
    retryText(retry) + (script === undefined ? "" : ` with version ${script.version} of the script`),
  attempt_failed: ({ attempt, failure }) => `Attempt ${attempt} failed: ${failure.message}`,
  snoozed: ({ delayMs, verifies }) =>
    verifies === true
      ? `The code has ended; whether the work has is looked at within ${delayMs} ms`
      : `The job asked to be executed again in ${delayMs} ms`,
  taken_over: ({ worker }) =>
    `Worker "${worker}" stopped responding, and its executor goes on with the run: another worker waits for its end`,
  job_full: ({ limit }) => `The job was full: ${limit} of ${limit} running (maxConcurrency)`,
  waits_for_slot: ({ limit, perMs }) =>
    perMs === undefined
      ? `Waits for a slot: ${limit} of ${limit} in use (maxConcurrency)`
      : `Waits for its turn: ${limit} may begin within ${perMs} ms (rateLimit)`,
  waits_for_code: ({ attempt }) =>
    `The code of attempt ${attempt} still runs and holds its slot: the retry waits for it`,
  waits_for_run: ({ other }) => `Waits for run "${other}" of the same key to end (unique: replace)`,
  slot_given_back: ({ attempt, how, by }) =>
    `Slot of attempt ${attempt} given back: ${GIVERS[how]}${by === null ? "" : ` by ${by}`}`,
  not_unique: ({ other }) => `Run "${other}" of the same key waits or runs (unique)`,
  debounced: ({ other }) => `Run "${other}" begins with its arguments (debounceMs)`,
  held: () => "Held until the job or its app is resumed",
  prioritized: ({ by, from, to }) =>
    `${to < FIRST_PRIORITY ? "Made the next to begin" : `Priority changed from ${boundedPriority(from)} to ${to}`}${by === null ? "" : ` by ${by}`}`,
  not_begun: ({ limitMs }) => `It had not begun after ${limitMs} ms (waitTimeoutMs)`,
  begun_too_late: ({ graceMs, policy }) =>
    `It could not begin within ${graceMs} ms of its time, policy "${policy}"`,
  waiting_limit: ({ limit }) => `${limit} runs of the job wait already (maxWaiting)`,
  queue_cleared: ({ by }) => `The queue in which it waited was cleared${by === null ? "" : ` by ${by}`}`,
  execution_cleared: ({ by, ms }) =>
    `What ran for longer than ${durationText(ms, UNITS_EN)} was cleared${by === null ? "" : ` by ${by}`}`,
  replaced: ({ by }) => `Replaced by run "${by}"`,
  broadcast: ({ shards }) => `Broadcast to ${shards === 1 ? "1 executor" : `${shards} executors`}`,
  shards_failed: () => "Each shard is retried by itself",
  task: ({ version, retry, waits }) => {
    if (waits !== undefined) return waitText(waits);
    return retry === undefined
      ? `Its nodes run, by version ${version} of its graph`
      : `${retryText(retry)}: its nodes run again`;
  },
  task_failed: () => "The task is not retried as a whole",
  shards_skipped: ({ count }) => `All ${count} shards were skipped`,
  executor_gone: ({ name }) => goneText(name),
  left_code: () => "The app's code no longer declares the job",
  job_disabled: () => "The job is disabled",
  no_runner: ({ work }) => `The worker has nothing that runs this job (${work})`,
  executor_rule: (rule) => `The worker is not one that the job asks for: ${ruleText(rule)} (executors)`,
  draining: () => "The worker takes no new runs",
  child_args_refused: ({ issues }) =>
    ["The job does not take the arguments from its parent's run", issues.map(issueLine).join("; ")]
      .filter(Boolean)
      .join(": "),
  child_condition_refused: ({ when, position, text }) =>
    `The condition ${when} has no value; at character ${position}: ${text}`,
  chain_too_long: ({ max, path }) =>
    `Runs that begin each other are ${max} by now, which is as many as may be: ${path.join(" → ")}`,
  child_cycle: ({ path }) => `The job would start itself again: ${path.join(" → ")}`,
  quota_used_up: ({ quota, limit }) =>
    quota === "maxRunsPerMinute"
      ? `The tenant's quota is used up: ${limit} runs in this minute`
      : `The app's quota is used up: ${limit} ${quota === "maxWaitingRuns" ? "runs" : "bytes of arguments"} wait`,
  tenant_disabled: () => "The tenant is disabled",
  debug_mode: ({ kind }) => `Debug mode: ${kind} jobs run only by hand`,
  missed: ({ count, from, to, policy }) =>
    `${count === 1 ? "1 fire was" : `${count} fires were`} missed (${from} to ${to}), policy "${policy}"`,
  cancelled: cancelledText,
  retry_cancelled: (parameters) => `No retry: ${cancelledText(parameters)}`,
  job_paused: () => "The job was paused",
  app_stopped: (given) => stoppedText(given),
  job_deleted: () => "The job was deleted",
  not_retryable: () => "The error says that a retry is of no use",
  not_retried_on: () => "The job retries on other errors only (retryOn)",
  no_retries: () => "The job has no retries",
  retries_used_up: ({ count }) => `Retries used up: ${count} of ${count}`,
  result_dropped: ({ problem }) => `Its result was dropped: ${problem}`,
  result_truncated: ({ bytes, kept }) => `Its result was truncated: ${bytes} bytes, ${kept} are kept`,
  note: ({ text }) => text,
};

function retryText({ number, of }: Pick<ReasonParameters["retry"], "number" | "of">): string {
  return of === null ? `Retry ${number}` : `Retry ${number} of ${of}`;
}

function ruleText({ minVersion, labels }: ExecutorRule): string {
  const version = minVersion === "" ? [] : [`version ${minVersion} or later`];
  return [...version, ...Object.entries(labels).map((label) => label.join("="))].join(", ");
}

function goneText(name: string | undefined): string {
  return `Executor "${name}" can no longer run its shard, and the job sends it to no other`;
}

/** @param given runs of earlier versions have none */
function stoppedText(
  given: { readonly by: string | null; readonly note: string | null } | undefined,
): string {
  const { by = null, note = null } = given ?? {};
  const stopped = by === null ? "The app was stopped" : `The app was stopped by ${by}`;
  return note === null || note === "" ? stopped : `${stopped}: ${note}`;
}

function cancelledText({ by, note }: { readonly by: string | null; readonly note: string | null }): string {
  const asked = by === null ? "Cancelled on request" : `Cancelled by ${by}`;
  return note === null || note === "" ? asked : `${asked}: ${note}`;
}

function issueLine({ pointer, message }: InputIssue): string {
  return `${pointer.replace(/^\/args(?=\/)/, "")} ${message}`;
}

function last(parameters: FailureSummary["parameters"]): string {
  return parameters?.line === undefined ? "" : `: ${parameters.line}`;
}

function ignored(parameters: FailureSummary["parameters"]): string {
  if (parameters?.ignoredSignal !== true) return "";
  return `; its code ignored the signal and ${parameters.stopped ? "was stopped by force" : "still runs"}`;
}

/** What a task waits for, and which of its nodes. */
const WAITS: Readonly<Record<TaskWaiting["for"], string>> = {
  held: "Held by a failure, until somebody decides",
  approval: "Waits for an approval",
  signal: "Waits for a signal",
  paused: "Paused by hand",
  check: "Waits until a check holds",
  time: "Waits for its time",
  retry: "Waits until a node is tried again",
};

function waitText({ for: kind, node }: TaskWaiting): string {
  return node === null ? WAITS[kind] : `${WAITS[kind]}: ${node}`;
}
