import type { BANNER_EN } from "../en/banner.ts";
import type { Wording } from "../wording.ts";

export const BANNER_ZH: Wording<typeof BANNER_EN> = {
  debugMode: {
    all: "调试模式已开启：任务只能在此手动执行。",
    recurring: "调试模式已开启：定时任务只能在此手动执行。",
    triggered: "调试模式已开启：按需任务只能在此手动执行。",
  },
  standby: "本进程处于备用状态：任务由另一个进程执行。在接管之前，这里只能查看，不能修改。",
  standbyRunner: "任务运行于",
  standbySince: "启动于",
  tenantSwitch: "租户：{{name}}",
};
