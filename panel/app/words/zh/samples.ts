import type { Wording } from "../wording.ts";
import type { SAMPLES_EN } from "../en/samples.ts";

export const SAMPLES_ZH: Wording<typeof SAMPLES_EN> = {
  title: "资源监控",
  time: "监控时间范围",
  range: { "1h": "1 小时", "24h": "24 小时", "7d": "7 天", "30d": "30 天", "13mo": "13 个月" },
  none: "该时间段内没有监控数据",
  processor: "CPU 使用（核）",
  memory: "内存",
  loopDelay: "事件循环延迟",
  places: "同时运行数",
  placesOf: "同时运行数（上限 {{limit}}）",
  spread: "平均 {{mean}}，最高 {{most}}",
  most: "最高 {{most}}",
  at: "{{time}}：{{value}}",
  plot: "{{name}}：{{spread}}",
  unmeasured: "该运行时不提供此数据",
};
