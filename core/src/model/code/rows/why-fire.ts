import { cause, type CauseRow } from "../code-row.ts";
import * as en from "../parts.en.ts";
import * as zh from "../parts.zh.ts";
import type { Deed } from "../given.ts";

/** Why a schedule fired, or did not, at a time. */
export const WHY_FIRE_CODES = {
  fired: cause(
    ({ run }) => `It fired: run "${run}"`,
    ({ run }) => `已调度：运行“${run}”`,
  ) as CauseRow<{ readonly run: string }>,
  not_recurring: cause(
    "The job has no schedule: it runs when it is triggered",
    "此任务没有调度配置，只在被触发时执行",
  ) as CauseRow,
  unknown_then: cause(
    ({ createdAt }, time) => `There was no such job before ${time(createdAt)}`,
    ({ createdAt }, time) => `${time(createdAt)} 之前还没有此任务`,
  ) as CauseRow<{ readonly createdAt: string }>,
  not_scheduled: cause(
    ({ before, after }, time) =>
      `No schedule of the job names this time: the fire before is ${before === null ? "none" : time(before)}, the one after ${after === null ? "none" : time(after)}`,
    ({ before, after }, time) =>
      `任务的调度不包含该时间：前一次为 ${before === null ? "无" : time(before)}，后一次为 ${after === null ? "无" : time(after)}`,
  ) as CauseRow<{ readonly before: string | null; readonly after: string | null }>,
  repeated_hour: cause(
    ({ timeZone }) =>
      `The clocks of ${timeZone} were set back: the job fires at the first of two equal times only (dst.overlap)`,
    ({ timeZone }) => `${timeZone} 的时钟回拨，重复的时间只在第一次执行（dst.overlap）`,
  ) as CauseRow<{ readonly timeZone: string }>,
  /** `local` is the time that does not exist that day, such as `02:30:00`. */
  moved_by_clocks: cause(
    ({ timeZone, local }) =>
      `The clocks of ${timeZone} were set forward: there is no ${local} that day, and its fire comes as much later (dst.gap "shift")`,
    ({ timeZone, local }) =>
      `${timeZone} 的时钟拨快，当天没有 ${local}，该次调度按相同时长顺延（dst.gap "shift"）`,
  ) as CauseRow<{ readonly timeZone: string; readonly local: string }>,
  left_out_by_clocks: cause(
    ({ timeZone, local }) =>
      `The clocks of ${timeZone} were set forward: there is no ${local} that day, and its fire is left out (dst.gap "skip")`,
    ({ timeZone, local }) => `${timeZone} 的时钟拨快，当天没有 ${local}，该次调度被跳过（dst.gap "skip"）`,
  ) as CauseRow<{ readonly timeZone: string; readonly local: string }>,
  /** `name` is what the calendar calls the day. */
  off_calendar: cause(
    ({ calendar, day, name }) =>
      `The schedule does not fire on ${day}${name === null ? "" : ` (${name})`}: calendar "${calendar}" says so`,
    ({ calendar, day, name }) => `按日历“${calendar}”，${day}${name === null ? "" : `（${name}）`}不触发`,
  ) as CauseRow<{ readonly calendar: string; readonly day: string; readonly name: string | null }>,
  moved_by_calendar: cause(
    ({ calendar, day, name, to }, time) =>
      `Calendar "${calendar}" has moved the fire of ${day}${name === null ? "" : ` (${name})`} to ${time(to)}`,
    ({ calendar, day, name, to }, time) =>
      `按日历“${calendar}”，${day}${name === null ? "" : `（${name}）`}的触发改到 ${time(to)}`,
  ) as CauseRow<{
    readonly calendar: string;
    readonly day: string;
    readonly name: string | null;
    readonly to: string;
  }>,
  moved_here: cause(
    ({ calendar, from }, time) =>
      `The fire of this time is that of ${time(from)}, which calendar "${calendar}" has moved: ask for that time`,
    ({ calendar, from }, time) => `此时的触发由 ${time(from)} 按日历“${calendar}”调整而来，请按原定时间查询`,
  ) as CauseRow<{ readonly calendar: string; readonly from: string }>,
  calendar_ended: cause(
    ({ calendar, day }) =>
      `The schedule waits until calendar "${calendar}" knows ${day} (calendar.beyond "hold")`,
    ({ calendar, day }) => `日历“${calendar}”尚未覆盖 ${day}，暂不触发（calendar.beyond "hold"）`,
  ) as CauseRow<{ readonly calendar: string; readonly day: string }>,
  calendar_missing: cause(
    ({ calendar }) => `The schedule fires by calendar "${calendar}", which is not there`,
    ({ calendar }) => `调度使用的日历“${calendar}”不存在`,
  ) as CauseRow<{ readonly calendar: string }>,
  before_start: cause(
    ({ startTime }, time) => `The schedule begins at ${time(startTime)} (startTime)`,
    ({ startTime }, time) => `调度从 ${time(startTime)} 开始（startTime）`,
  ) as CauseRow<{ readonly startTime: string }>,
  after_end: cause(
    ({ endTime }, time) => `The schedule ended at ${time(endTime)} (endTime)`,
    ({ endTime }, time) => `调度已于 ${time(endTime)} 结束（endTime）`,
  ) as CauseRow<{ readonly endTime: string }>,
  disabled: cause(
    (deed, time) => `The job was disabled${en.said(deed, time)}`,
    (deed, time) => `任务已停用${zh.did(deed, time)}`,
  ) as CauseRow<Deed>,
  schedule_disabled: cause(
    ({ schedule }) => `Schedule "${schedule}" is disabled`,
    ({ schedule }) => `调度“${schedule}”已停用`,
  ) as CauseRow<{ readonly schedule: string }>,
  paused: cause(
    ({ until, ...deed }, time) => `The job was paused${en.said(deed, time)}${en.ending(until, time)}`,
    ({ until, ...deed }, time) => `任务已暂停${zh.did(deed, time)}${zh.ending(until, time)}`,
  ) as CauseRow<Deed & { readonly since: string; readonly until: string | null }>,
  window_open: cause(
    ({ name, until, ...deed }, time) =>
      `The window "${name}" was open${en.said(deed, time)}${en.ending(until, time)}`,
    ({ name, until, ...deed }, time) => `处于窗口“${name}”内${zh.did(deed, time)}${zh.ending(until, time)}`,
  ) as CauseRow<
    Deed & {
      readonly id: string;
      readonly name: string;
      readonly since: string;
      readonly until: string | null;
    }
  >,
  scheduled_since: cause(
    ({ since, names, ...deed }, time) =>
      `The schedule is in force since ${time(since)} only${names.length === 0 ? "" : `: ${names.join(", ")} changed${en.said({ ...deed, at: null }, time)}`}`,
    ({ since, names, ...deed }, time) =>
      `当前调度自 ${time(since)} 起生效${names.length === 0 ? "" : `：${zh.said({ ...deed, at: null }, time)}修改了 ${names.join("、")}${zh.noted(deed)}`}`,
  ) as CauseRow<Deed & { readonly since: string; readonly names: readonly string[] }>,
  counts_from_ends: cause(
    ({ everyMs }) =>
      `Its interval of ${en.duration(everyMs)} counts from the end of each run, so that no time is named before`,
    ({ everyMs }) => `间隔 ${zh.duration(everyMs)}从上次运行结束时起算，此前没有确定的时间`,
  ) as CauseRow<{ readonly everyMs: number }>,
  firing_late: cause(
    ({ firedTo }, time) => `No control plane fires: everything up to ${time(firedTo)} is recorded`,
    ({ firedTo }, time) => `没有调度中心在调度：目前只处理到 ${time(firedTo)}`,
  ) as CauseRow<{ readonly firedTo: string }>,
  no_longer_kept: cause(
    ({ maxAgeDays, maxInstances }) =>
      `Runs of that time are no longer kept (retention: ${maxAgeDays} days, ${maxInstances} runs)`,
    ({ maxAgeDays, maxInstances }) =>
      `该时间的运行记录已清理（保留 ${maxAgeDays} 天，最多 ${maxInstances} 条）`,
  ) as CauseRow<{ readonly maxAgeDays: number; readonly maxInstances: number }>,
  to_come: cause(
    ({ at }, time) => `It fires at ${time(at)}`,
    ({ at }, time) => `将于 ${time(at)} 调度`,
  ) as CauseRow<{ readonly at: string }>,
  no_fire_to_come: cause("The job has no further fire", "此任务没有后续调度") as CauseRow,
  unexplained: cause("Nothing that is recorded explains it", "现有记录无法解释") as CauseRow,
};
