import type { InputIssue } from "../../base/issue/issue-code.ts";
import type { AnyRefusal, Deed, SlotGiver } from "./given.ts";
import type { ExecutorRule } from "../option/value/executor-rule.ts";
import type { FailureParameters } from "../failure-summary.ts";
import type { TaskWaiting } from "../task/task-waiting.ts";
import { durationText, UNITS_ZH } from "../words/duration-text.ts";
import { issueText } from "../words/issue-text.ts";
import type { TimeText } from "../words/language.ts";
import type { Within } from "./code-row.ts";

// Parts of Chinese sentences that more than one row has, or that are too long for a row.

const MOST_WORKERS = 3;

const STATES: Readonly<Record<string, string>> = {
  Terminated: "失败",
  Cancelled: "取消",
  Skipped: "跳过",
};

export const KINDS: Readonly<Record<string, string>> = { recurring: "定时任务", triggered: "按需任务" };

export const POLICIES: Readonly<Record<string, string>> = {
  fireOnce: "合并补跑一次",
  skip: "不补跑",
  fireAll: "逐次补跑",
};

export const GIVERS: Readonly<Record<SlotGiver["how"], string>> = {
  returned: "代码已结束",
  worker_ended: "节点已结束",
  asked: "手动释放",
};

/** What a task waits for, and which of its nodes. */
const WAITS: Readonly<Record<TaskWaiting["for"], string>> = {
  held: "因失败挂起，等待处理",
  approval: "等待审批",
  signal: "等待信号",
  paused: "已手动暂停",
  check: "等待检查条件成立",
  time: "等待到时",
  retry: "等待节点重试",
};

export function waits({ for: kind, node }: TaskWaiting): string {
  return node === null ? WAITS[kind] : `${WAITS[kind]}：${node}`;
}

export function shards(ended: FailureParameters["shards"] = {}): string {
  const { Succeeded = 0, ...others } = ended;
  const counts = Object.entries(others).map(([state, count]) => `${STATES[state] ?? state} ${count} 个`);
  return `部分分片未成功：${[`成功 ${Succeeded} 个`, ...counts].join("，")}`;
}

export function last({ line }: FailureParameters): string {
  return line === undefined ? "" : `：${line}`;
}

export function ignored({ ignoredSignal, stopped: isStopped }: FailureParameters): string {
  if (ignoredSignal !== true) return "";
  return `；其代码未响应中断信号，${isStopped ? "已被强制终止" : "仍在运行"}`;
}

export function gone(name: string | undefined): string {
  return `节点“${name}”已无法执行其分片，且任务不允许转到其他节点`;
}

export function issueLine(issue: InputIssue): string {
  return `${issue.pointer.replace(/^\/args(?=\/)/, "")} ${issueText(issue, "zh")}`;
}

export function retry({ number, of }: { readonly number: number; readonly of: number | null }): string {
  return of === null ? `第 ${number} 次重试` : `第 ${number} 次重试，共 ${of} 次`;
}

export function rule({ minVersion, labels }: ExecutorRule): string {
  const version = minVersion === "" ? [] : [`版本不低于 ${minVersion}`];
  return [...version, ...Object.entries(labels).map((label) => label.join("="))].join("，");
}

/** @param given runs of earlier versions have none */
export function stopped({ by, note }: Asked = { by: null, note: null }): string {
  return withNote(by === null ? "应用已停用" : `应用已由 ${by} 停用`, note);
}

export function cancelled({ by, note }: Asked): string {
  return withNote(by === null ? "已按请求取消" : `由 ${by} 取消`, note);
}

interface Asked {
  readonly by: string | null;
  readonly note: string | null;
}

function withNote(text: string, note: string | null): string {
  return note === null || note === "" ? text : `${text}：${note}`;
}

export function duration(ms: number): string {
  return durationText(ms, UNITS_ZH);
}

export function shown(version: string | number | null): string {
  return version === null ? "（无）" : String(version);
}

/** Before what was done: who did it, and when. */
export function said({ by, at }: Deed, time: TimeText): string {
  return `${by === null ? "" : `${by} `}${at === null ? "" : `于 ${time(at)} `}`;
}

/** After what was done. */
export function did(deed: Deed, time: TimeText): string {
  const { by, at, note } = deed;
  const parts = [
    by === null ? null : `操作人 ${by}`,
    at === null ? null : time(at),
    note === "" ? null : note,
  ];
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? "" : `（${known.join("，")}）`;
}

export function noted({ note }: Deed): string {
  return note === null || note === "" ? "" : `（${note}）`;
}

export function ending(until: string | null, time: TimeText): string {
  return until === null ? "" : `，至 ${time(until)}`;
}

export function refusals(workers: readonly AnyRefusal[], within: Within): string {
  const named = workers.slice(0, MOST_WORKERS).map(({ name, reason }) => `${name}：${within.reason(reason)}`);
  const more = workers.length - named.length;
  return [...named, ...(more > 0 ? [`另有 ${more} 个`] : [])].join("；");
}
