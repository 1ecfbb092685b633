import { cause, type CauseRow } from "../code-row.ts";
import * as en from "../parts.en.ts";
import * as zh from "../parts.zh.ts";
import type { AnyCause, AnyReason, Deed } from "../given.ts";

/** Why a run is as it is. */
export const WHY_RUN_CODES = {
  /** What the run's own record says. */
  recorded: cause(
    ({ reason }, _, within) => within.reason(reason),
    ({ reason }, _, within) => within.reason(reason),
  ) as CauseRow<{ readonly reason: AnyReason; readonly at: string }>,
  /** A gate that is closed for it now. */
  closed: cause(
    ({ reason }, _, within) => within.reason(reason),
    ({ reason }, _, within) => within.reason(reason),
  ) as CauseRow<{ readonly reason: AnyReason }>,
  on_time: cause("It began on time", "按时开始执行") as CauseRow,
  asked_for_later: cause(
    ({ at }, time) => `It was triggered for ${time(at)}`,
    ({ at }, time) => `触发时指定的执行时间为 ${time(at)}`,
  ) as CauseRow<{ readonly at: string }>,
  fired_late: cause(
    ({ lateMs }) => `No control plane fired at its time: it was recorded ${en.duration(lateMs)} late`,
    ({ lateMs }) => `到点时没有调度中心在调度，晚了 ${zh.duration(lateMs)}才生成运行`,
  ) as CauseRow<{ readonly lateMs: number }>,
  /** `runs` are ids, at most ten; `limit` is the job's `maxConcurrency`, `null` where that is not known. */
  slots_taken: cause(
    ({ limit, count, waitedMs }) =>
      `Its slots were taken by ${count === 1 ? "another run" : `${count} other runs`}${limit === null ? "" : ` (maxConcurrency ${limit})`}: ${en.duration(waitedMs)} of waiting`,
    ({ limit, count, waitedMs }) =>
      `另有 ${count} 个运行占用并发槽${limit === null ? "" : `（maxConcurrency ${limit}）`}，等待了 ${zh.duration(waitedMs)}`,
  ) as CauseRow<{
    readonly limit: number | null;
    readonly count: number;
    readonly runs: readonly string[];
    readonly waitedMs: number;
  }>,
  runs_before: cause(
    ({ count, atLeast }) =>
      `${atLeast ? "At least " : ""}${count} ${count === 1 ? "run waits" : "runs wait"} before it`,
    ({ count, atLeast }) => `前面还有${atLeast ? "至少 " : " "}${count} 个运行在排队`,
  ) as CauseRow<{ readonly count: number; readonly atLeast: boolean }>,
  workers_full: cause(
    ({ running, limit, workers }) =>
      `${workers === 1 ? "Its worker has" : `All ${workers} workers that take it have`} as many runs as they may: ${running} of ${limit}`,
    ({ running, limit, workers }) => `可执行此任务的 ${workers} 个节点都已满：${running}/${limit}`,
  ) as CauseRow<{ readonly running: number; readonly limit: number; readonly workers: number }>,
  tenant_full: cause(
    ({ running, limit }) =>
      `As many runs of the tenant are executed as may be: ${running} of ${limit} (maxConcurrentRuns)`,
    ({ running, limit }) => `租户的并发运行已满：${running}/${limit}（maxConcurrentRuns）`,
  ) as CauseRow<{ readonly running: number; readonly limit: number }>,
  waited_for_worker: cause(
    ({ waitedMs }) =>
      `It waited ${en.duration(waitedMs)} for a worker; what kept the workers is not recorded`,
    ({ waitedMs }) => `等待节点 ${zh.duration(waitedMs)}，没有记录节点当时在忙什么`,
  ) as CauseRow<{ readonly waitedMs: number }>,
  worker_silent: cause(
    ({ name, lastSeenAt }, time) =>
      lastSeenAt === null
        ? `Worker "${name}" is gone; the run will be found lost`
        : `Worker "${name}" was last heard of at ${time(lastSeenAt)}`,
    ({ name, lastSeenAt }, time) =>
      lastSeenAt === null
        ? `节点“${name}”已不存在，该运行将被判定为失联`
        : `节点“${name}”最后一次心跳在 ${time(lastSeenAt)}`,
  ) as CauseRow<{ readonly worker: string; readonly name: string; readonly lastSeenAt: string | null }>,
  loop_blocked: cause(
    ({ name, ms, at, jobKeys }, time) =>
      `The event loop of worker "${name}" did not turn for ${en.duration(ms)} until ${time(at)}${jobKeys.length === 0 ? "" : `, while ${jobKeys.join(", ")} ran`}`,
    ({ name, ms, at, jobKeys }, time) =>
      `节点“${name}”的事件循环曾阻塞 ${zh.duration(ms)}，至 ${time(at)}${jobKeys.length === 0 ? "" : `，当时在执行 ${jobKeys.join("、")}`}`,
  ) as CauseRow<{
    readonly worker: string;
    readonly name: string;
    readonly ms: number;
    readonly at: string;
    readonly jobKeys: readonly string[];
  }>,
  begins_at: cause(
    ({ at }, time) => `It is executed again at ${time(at)}`,
    ({ at }, time) => `将于 ${time(at)} 再次执行`,
  ) as CauseRow<{ readonly at: string }>,
  cancel_asked: cause(
    (deed, time) => `A cancel was requested${en.said(deed, time)}`,
    (deed, time) => `${zh.said(deed, time)}已请求取消${zh.noted(deed)}`,
  ) as CauseRow<Deed>,
  /** `run` is that of the node, and `cause` what is in its way. */
  node_waits: cause(
    ({ node, cause }, _, within) => `${node} waits: ${within.cause(cause)}`,
    ({ node, cause }, _, within) => `${node} 在等待：${within.cause(cause)}`,
  ) as CauseRow<{ readonly node: string; readonly run: string; readonly cause: AnyCause }>,
  /** `since` is the first of them that is known. */
  fails_in_a_row: cause(
    ({ count, atLeast, since }, time) =>
      `${atLeast ? "At least " : ""}${count} runs in a row have failed, since ${time(since)}`,
    ({ count, atLeast, since }, time) =>
      `自 ${time(since)} 起已连续失败${atLeast ? "至少 " : " "}${count} 次`,
  ) as CauseRow<{ readonly count: number; readonly atLeast: boolean; readonly since: string }>,
  never_succeeded: cause(
    ({ count }) =>
      count === 1
        ? "No run of the job has succeeded before"
        : `None of the job's ${count} kept runs has succeeded`,
    ({ count }) => (count === 1 ? "此任务此前没有成功过" : `此任务保留的 ${count} 次运行均未成功`),
  ) as CauseRow<{ readonly count: number }>,
  /** `names` are options, `args`, `work` or `script`. */
  job_changed: cause(
    ({ names, ...deed }, time) =>
      `Since the job last succeeded, ${names.join(", ")} changed${en.said(deed, time)}`,
    ({ names, ...deed }, time) =>
      `上次成功之后，${zh.said(deed, time)}修改了 ${names.join("、")}${zh.noted(deed)}`,
  ) as CauseRow<Deed & { readonly names: readonly string[] }>,
  args_changed: cause(
    ({ run }) => `Its arguments differ from those of run "${run}", the last that succeeded`,
    ({ run }) => `参数与上次成功的运行“${run}”不同`,
  ) as CauseRow<{ readonly run: string }>,
  code_changed: cause(
    ({ from, to }) =>
      `Version ${en.shown(to)} of the app's code ran it; version ${en.shown(from)} succeeded last`,
    ({ from, to }) => `应用代码版本为 ${zh.shown(to)}，上次成功的是 ${zh.shown(from)}`,
  ) as CauseRow<{ readonly from: string | null; readonly to: string | null }>,
  worker_changed: cause(
    ({ from, to }) => `It ran on worker "${to}"; the last that succeeded ran on "${from}"`,
    ({ from, to }) => `在节点“${to}”上执行，上次成功是在“${from}”`,
  ) as CauseRow<{ readonly from: string; readonly to: string }>,
  nothing_changed: cause(
    ({ run }) =>
      `Nothing recorded differs from run "${run}", the last that succeeded: options, arguments, script, worker and code are the same`,
    ({ run }) => `与上次成功的运行“${run}”相比没有差异：选项、参数、脚本、节点和代码版本都相同`,
  ) as CauseRow<{ readonly run: string }>,
};
