import type { Wording } from "../../i18n/wording.ts";
import type { WORKERS_EN } from "./workers.en.ts";

export const WORKERS_ZH: Wording<typeof WORKERS_EN> = {
  title: "执行器",
  empty: "没有在线的执行器",
  emptyHint: "周期任务仍会按计划产生运行记录，并等待拥有其代码的执行器上线。",
  worker: "执行器",
  runtime: "运行时",
  load: "负载",
  loadOf: "{{running}} / {{limit}}",
  loadUnlimited: "{{running}}，不限",
  jobs: "任务",
  jobsOf: "{{id}} 的任务",
  more: "另有 {{count}} 个",
  details: "{{id}} 的详情",
  appJobs: "{{app}} 的全部任务",
  appRuns: "{{app}} 的全部运行记录",
  started: "启动时间",
  lastSeen: "最近心跳",
  draining: "正在退出",
  drainingHint: "完成手上的运行，不再接收新的",
  abandoned: "{{count}} 个失联",
  abandonedHint: "运行已有结果，但代码忽略了取消信号，仍占用名额",
};
