import type { Wording } from "../wording.ts";
import type { WORKERS_EN } from "../en/workers.ts";

export const WORKERS_ZH: Wording<typeof WORKERS_EN> = {
  title: "执行器",
  empty: "没有在线的节点",
  emptyHint: "定时任务仍会按计划产生运行记录，并等待拥有其代码的节点上线。",
  worker: "节点",
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
  abandonedHint: "运行应已结束，但代码忽略了取消信号，仍占用名额",
  blocked: "阻塞 {{seconds}} 秒",
  blockedHint:
    "某个任务的代码长时间占用 CPU，该节点上的其他工作都在等待：{{jobs}}。可将其设置为独立线程运行。",
};
