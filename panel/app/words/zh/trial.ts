import type { TRIAL_EN } from "../en/trial.ts";
import type { Wording } from "../wording.ts";

export const TRIAL_ZH: Wording<typeof TRIAL_EN> = {
  title: "试运行",
  hint: "按当前内容在 {{app}} 的节点上真实执行一次，不保存任务：最长 10 分钟，不重试。产生的影响是真实的。",
  args: "试运行参数",
  argsHint: "JSON；留空表示无参数",
  start: "试运行一次",
  again: "再试一次",
  changed: "试运行之后内容已有改动",
  result: "返回值",
  page: "查看运行详情",
  nothing: "没有返回值",
  by: "节点 {{worker}}",
  gone: "试运行记录保留一小时，该次记录已清除",
};
