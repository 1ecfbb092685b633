import type { Cause, Deed, WorkerRefusal } from "../explanation/cause.ts";
import { durationText, UNITS_ZH } from "./duration-text.ts";
import { reasonText } from "./reason-text.ts";
import type { CauseWords, TimeText } from "./language.ts";

const MOST_WORKERS = 3;

export const CAUSES_ZH: CauseWords = {
  recorded: ({ reason }) => reasonText(reason, "zh"),
  closed: ({ reason }) => reasonText(reason, "zh"),

  on_time: () => "按时开始执行",
  asked_for_later: ({ at }, time) => `触发时指定的执行时间为 ${time(at)}`,
  fired_late: ({ lateMs }) => `到点时没有调度中心在调度，晚了 ${duration(lateMs)}才生成运行`,
  slots_taken: ({ limit, count, waitedMs }) =>
    `另有 ${count} 个运行占用并发槽${limit === null ? "" : `（maxConcurrency ${limit}）`}，等待了 ${duration(waitedMs)}`,
  runs_before: ({ count, atLeast }) => `前面还有${atLeast ? "至少 " : " "}${count} 个运行在排队`,
  no_worker: ({ app, workers }) =>
    workers.length === 0
      ? `应用“${app}”没有在线节点`
      : `应用“${app}”没有可执行此任务的节点：${refusals(workers)}`,
  workers_full: ({ running, limit, workers }) =>
    `可执行此任务的 ${workers} 个节点都已满：${running}/${limit}`,
  tenant_disabled: () => "租户已停用，不会开始任何运行",
  tenant_full: ({ running, limit }) => `租户的并发运行已满：${running}/${limit}（maxConcurrentRuns）`,
  waited_for_worker: ({ waitedMs }) => `等待节点 ${duration(waitedMs)}，没有记录节点当时在忙什么`,
  worker_silent: ({ name, lastSeenAt }, time) =>
    lastSeenAt === null
      ? `节点“${name}”已不存在，该运行将被判定为失联`
      : `节点“${name}”最后一次心跳在 ${time(lastSeenAt)}`,
  loop_blocked: ({ name, ms, at, jobKeys }, time) =>
    `节点“${name}”的事件循环曾阻塞 ${duration(ms)}，至 ${time(at)}${jobKeys.length === 0 ? "" : `，当时在执行 ${jobKeys.join("、")}`}`,
  begins_at: ({ at }, time) => `将于 ${time(at)} 再次执行`,
  cancel_asked: (deed, time) => `${said(deed, time)}已请求取消${noted(deed)}`,
  node_waits: ({ node, cause }, time) => `${node} 在等待：${wordsOf(cause, time)}`,

  fails_in_a_row: ({ count, atLeast, since }, time) =>
    `自 ${time(since)} 起已连续失败${atLeast ? "至少 " : " "}${count} 次`,
  never_succeeded: ({ count }) =>
    count === 1 ? "此任务此前没有成功过" : `此任务保留的 ${count} 次运行均未成功`,
  job_changed: ({ names, ...deed }, time) =>
    `上次成功之后，${said(deed, time)}修改了 ${names.join("、")}${noted(deed)}`,
  script_changed: ({ from, to }) => `执行的是脚本版本 ${shown(to)}，上次成功的是版本 ${shown(from)}`,
  args_changed: ({ run }) => `参数与上次成功的运行“${run}”不同`,
  code_changed: ({ from, to }) => `应用代码版本为 ${shown(to)}，上次成功的是 ${shown(from)}`,
  worker_changed: ({ from, to }) => `在节点“${to}”上执行，上次成功是在“${from}”`,
  nothing_changed: ({ run }) =>
    `与上次成功的运行“${run}”相比没有差异：选项、参数、脚本、节点和代码版本都相同`,

  fired: ({ run }) => `已调度：运行“${run}”`,
  not_recurring: () => "此任务没有调度配置，只在被触发时执行",
  unknown_then: ({ createdAt }, time) => `${time(createdAt)} 之前还没有此任务`,
  not_scheduled: ({ before, after }, time) =>
    `任务的调度不包含该时间：前一次为 ${before === null ? "无" : time(before)}，后一次为 ${after === null ? "无" : time(after)}`,
  repeated_hour: ({ timeZone }) => `${timeZone} 的时钟回拨，重复的时间只在第一次执行（dst.overlap）`,
  moved_by_clocks: ({ timeZone, local }) =>
    `${timeZone} 的时钟拨快，当天没有 ${local}，该次调度按相同时长顺延（dst.gap "shift"）`,
  left_out_by_clocks: ({ timeZone, local }) =>
    `${timeZone} 的时钟拨快，当天没有 ${local}，该次调度被跳过（dst.gap "skip"）`,
  before_start: ({ startTime }, time) => `调度从 ${time(startTime)} 开始（startTime）`,
  after_end: ({ endTime }, time) => `调度已于 ${time(endTime)} 结束（endTime）`,
  disabled: (deed, time) => `任务已停用${did(deed, time)}`,
  schedule_disabled: ({ schedule }) => `调度“${schedule}”已停用`,
  left_code: ({ app }) => `应用“${app}”的代码已不再声明此任务`,
  paused: ({ until, ...deed }, time) => `任务已暂停${did(deed, time)}${ending(until, time)}`,
  app_stopped: ({ app, until, ...deed }, time) =>
    `应用“${app}”已停用${did(deed, time)}${ending(until, time)}`,
  scheduled_since: ({ since, names, ...deed }, time) =>
    `当前调度自 ${time(since)} 起生效${names.length === 0 ? "" : `：${said({ ...deed, at: null }, time)}修改了 ${names.join("、")}${noted(deed)}`}`,
  missed: ({ count, from, to, policy }, time) =>
    `当时无法调度：${count === 1 ? "该次" : `${time(from)} 至 ${time(to)} 的 ${count} 次`}调度已错过${policy === null ? "" : `（misfire.policy “${policy}”）`}`,
  counts_from_ends: ({ everyMs }) => `间隔 ${duration(everyMs)}从上次运行结束时起算，此前没有确定的时间`,
  firing_late: ({ firedTo }, time) => `没有调度中心在调度：目前只处理到 ${time(firedTo)}`,
  no_longer_kept: ({ maxAgeDays, maxInstances }) =>
    `该时间的运行记录已清理（保留 ${maxAgeDays} 天，最多 ${maxInstances} 条）`,
  to_come: ({ at }, time) => `将于 ${time(at)} 调度`,
  no_fire_to_come: () => "此任务没有后续调度",
  unexplained: () => "现有记录无法解释",
};

function duration(ms: number): string {
  return durationText(ms, UNITS_ZH);
}

function shown(version: string | number | null): string {
  return version === null ? "（无）" : String(version);
}

/** Before what was done: who did it, and when. */
function said({ by, at }: Deed, time: TimeText): string {
  return `${by === null ? "" : `${by} `}${at === null ? "" : `于 ${time(at)} `}`;
}

/** After what was done. */
function did(deed: Deed, time: TimeText): string {
  const { by, at, note } = deed;
  const parts = [
    by === null ? null : `操作人 ${by}`,
    at === null ? null : time(at),
    note === "" ? null : note,
  ];
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? "" : `（${known.join("，")}）`;
}

function noted({ note }: Deed): string {
  return note === null || note === "" ? "" : `（${note}）`;
}

function ending(until: string | null, time: TimeText): string {
  return until === null ? "" : `，至 ${time(until)}`;
}

function refusals(workers: readonly WorkerRefusal[]): string {
  const named = workers
    .slice(0, MOST_WORKERS)
    .map(({ name, reason }) => `${name}：${reasonText(reason, "zh")}`);
  const more = workers.length - named.length;
  return [...named, ...(more > 0 ? [`另有 ${more} 个`] : [])].join("；");
}

function wordsOf({ code, ...given }: Cause, time: TimeText): string {
  const parameters = "parameters" in given ? given.parameters : undefined;
  return (CAUSES_ZH[code] as (parameters: unknown, time: TimeText) => string)(parameters, time);
}
