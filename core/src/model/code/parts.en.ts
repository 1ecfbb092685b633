import type { InputIssue } from "../../base/issue/issue-code.ts";
import type { AnyRefusal, Deed, SlotGiver } from "./given.ts";
import type { ExecutorRule } from "../option/value/executor-rule.ts";
import type { FailureParameters } from "../failure-summary.ts";
import type { ShardEnd } from "../run-routing.ts";
import type { TaskWaiting } from "../task/task-waiting.ts";
import { durationText, UNITS_EN } from "../words/duration-text.ts";
import type { TimeText } from "../words/language.ts";
import type { Within } from "./code-row.ts";

// Parts of English sentences that more than one row has, or that are too long for a row.

const MOST_WORKERS = 3;

/** How a shard has ended. */
export const SHARD_ENDS: Readonly<Record<ShardEnd, string>> = {
  Succeeded: "succeeded",
  Terminated: "failed",
  Cancelled: "cancelled",
  Skipped: "skipped",
};
/** The numbers follow. */
export const SHARDS_FAILED = "Not all shards succeeded: ";

export const GIVERS: Readonly<Record<SlotGiver["how"], string>> = {
  returned: "its code has ended",
  worker_ended: "its worker has ended",
  asked: "asked for",
};

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

export function waits({ for: kind, node }: TaskWaiting): string {
  return node === null ? WAITS[kind] : `${WAITS[kind]}: ${node}`;
}

export function shards(ended: FailureParameters["shards"] = {}): string {
  const { Succeeded = 0, ...others } = ended;
  const counts = Object.entries({ Succeeded, ...others }).map(
    ([state, count]) => `${count} ${SHARD_ENDS[state as ShardEnd]}`,
  );
  return `${SHARDS_FAILED}${counts.join(", ")}`;
}

export function last({ line }: FailureParameters): string {
  return line === undefined ? "" : `: ${line}`;
}

export function ignored({ ignoredSignal, stopped: isStopped }: FailureParameters): string {
  if (ignoredSignal !== true) return "";
  return `; its code ignored the signal and ${isStopped ? "was stopped by force" : "still runs"}`;
}

export function gone(name: string | undefined): string {
  return `Executor "${name}" can no longer run its shard, and the job sends it to no other`;
}

export function issueLine({ pointer, message }: InputIssue): string {
  return `${pointer.replace(/^\/args(?=\/)/, "")} ${message}`;
}

export function retry({ number, of }: { readonly number: number; readonly of: number | null }): string {
  return of === null ? `Retry ${number}` : `Retry ${number} of ${of}`;
}

export function rule({ minVersion, labels }: ExecutorRule): string {
  const version = minVersion === "" ? [] : [`version ${minVersion} or later`];
  return [...version, ...Object.entries(labels).map((label) => label.join("="))].join(", ");
}

/** @param given runs of earlier versions have none */
export function stopped({ by, note }: Asked = { by: null, note: null }): string {
  return noted(by === null ? "The app was stopped" : `The app was stopped by ${by}`, note);
}

export function cancelled({ by, note }: Asked): string {
  return noted(by === null ? "Cancelled on request" : `Cancelled by ${by}`, note);
}

interface Asked {
  readonly by: string | null;
  readonly note: string | null;
}

function noted(text: string, note: string | null): string {
  return note === null || note === "" ? text : `${text}: ${note}`;
}

export function duration(ms: number): string {
  return durationText(ms, UNITS_EN);
}

export function shown(version: string | number | null): string {
  return version === null ? "(none)" : String(version);
}

export function said({ by, at, note }: Deed, time: TimeText): string {
  return [
    by === null ? "" : ` by ${by}`,
    at === null ? "" : ` at ${time(at)}`,
    note === null || note === "" ? "" : ` (“${note}”)`,
  ].join("");
}

export function ending(until: string | null, time: TimeText): string {
  return until === null ? "" : `, until ${time(until)}`;
}

export function refusals(workers: readonly AnyRefusal[], within: Within): string {
  const named = workers.slice(0, MOST_WORKERS).map(({ name, reason }) => `${name}: ${within.reason(reason)}`);
  const more = workers.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}
