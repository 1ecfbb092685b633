import type { WHY_EN } from "../en/why.ts";
import type { Wording } from "../wording.ts";

export const WHY_ZH: Wording<typeof WHY_EN> = {
  dialog: "为什么执行了，或没有执行？",
  dialogHint: "不填时间：显示下一次调度时间，以及目前妨碍执行的原因。",
  at: "时间（{{zone}}）",
  now: "当前",
  atTime: "{{at}}",
  next: "下一次调度：",
  noNext: "没有后续调度",
  openRun: "打开运行 {{id}}",
  verdict: {
    late: "晚了 {{late}} 开始的原因",
    waiting: "等待原因",
    running: "运行中的情况",
    skipped: "跳过原因",
    failed: "失败的相关情况",
    cancelled: "取消原因",
  },
};
