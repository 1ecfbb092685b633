import type { Wording } from "../wording.ts";
import type { FAILURES_EN } from "../en/failures.ts";

export const FAILURES_ZH: Wording<typeof FAILURES_EN> = {
  title: "失败",
  none: "这段时间内没有失败的运行",
  allMuted: "所有失败都已静默",
  most: "仅汇总最近 {{count}} 次失败。",
  runs_one: "{{count}} 次运行",
  runs_other: "{{count}} 次运行",
  spans: "所选时间内的失败分布",
  noError: "没有记录错误",
  last: "最近",
  first: "最早",
  note: "备注，所有人可见",
  noteOf: "{{name}} 的备注",
  rerun: "重新执行 {{count}} 次…",
  mute: "静默",
  muteHint: "对所有人隐藏，直到再次失败",
  unmute: "取消静默",
  muted: "已静默 {{count}} 项",
  handledBy: "修改者 {{by}}",
};
