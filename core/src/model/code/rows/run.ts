import { reason, type ReasonRow } from "../code-row.ts";
import * as en from "../parts.en.ts";
import * as zh from "../parts.zh.ts";
import type { ScriptRef } from "../../script-version.ts";
import type { TaskWaiting } from "../../task/task-waiting.ts";

/** How runs begin and go on. */
export const RUN_CODES = {
  due: reason("Its time has come", "到达预定时间") as ReasonRow,
  started: reason("Started", "开始执行") as ReasonRow,
  script_started: reason(
    ({ script }) => `Started with version ${script.version} of the script`,
    ({ script }) => `开始执行，脚本版本 ${script.version}`,
  ) as ReasonRow<{ readonly script: ScriptRef }>,
  /** `of` is the job's `retryCount`, where it is known; `script` is there where the worker read the job's script again. */
  retry: reason(
    ({ script, ...retry }) =>
      en.retry(retry) + (script === undefined ? "" : ` with version ${script.version} of the script`),
    ({ script, ...retry }) => zh.retry(retry) + (script === undefined ? "" : `，脚本版本 ${script.version}`),
  ) as ReasonRow<{ readonly number: number; readonly of: number | null; readonly script?: ScriptRef }>,
  /** Scheduled again. `verifies`: its code has ended, and whether its work has is looked at then. */
  snoozed: reason(
    ({ delayMs, verifies }) =>
      verifies === true
        ? `The code has ended; whether the work has is looked at within ${delayMs} ms`
        : `The job asked to be executed again in ${delayMs} ms`,
    ({ delayMs, verifies }) =>
      verifies === true
        ? `代码已结束；${delayMs} 毫秒内检查其工作是否完成`
        : `任务请求延后 ${delayMs} 毫秒再执行`,
  ) as ReasonRow<{ readonly delayMs: number; readonly verifies?: true }>,
  taken_over: reason(
    ({ worker }) =>
      `Worker "${worker}" stopped responding, and its executor goes on with the run: another worker waits for its end`,
    ({ worker }) => `节点“${worker}”失联，执行器仍在执行：由其他节点接管并等待结果`,
  ) as ReasonRow<{ readonly worker: string }>,
  /** Processing: its shards run, one on each executor. */
  broadcast: reason(
    ({ shards }) => `Broadcast to ${shards === 1 ? "1 executor" : `${shards} executors`}`,
    ({ shards }) => `分片广播到 ${shards} 个节点`,
  ) as ReasonRow<{ readonly shards: number }>,
  /** Processing: the jobs of its graph run in its place. `version` is that of its graph; a retry keeps that of the attempt before, and `of` is the job's `retryCount`. */
  task: reason(
    ({ version, retry, waits }) => {
      if (waits !== undefined) return en.waits(waits);
      return retry === undefined
        ? `Its nodes run, by version ${version} of its graph`
        : `${en.retry(retry)}: its nodes run again`;
    },
    ({ version, retry, waits }) => {
      if (waits !== undefined) return zh.waits(waits);
      return retry === undefined
        ? `按工作流版本 ${version} 执行各节点`
        : `${zh.retry(retry)}：重新执行各节点`;
    },
  ) as ReasonRow<{
    readonly version: number;
    readonly retry?: { readonly number: number; readonly of: number | null };
    /** What it waits for. @default its nodes run */
    readonly waits?: TaskWaiting;
  }>,
  /** A text that no code stands for: written by an earlier version. */
  note: reason(
    ({ text }) => text,
    ({ text }) => text,
  ) as ReasonRow<{ readonly text: string }>,
};
