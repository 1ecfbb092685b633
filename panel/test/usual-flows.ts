/** Something that people come for often, and what it took once. */
export interface UsualFlow {
  readonly name: string;
  readonly zh: string;
  /** Clicks that it may take. */
  readonly most: number;
  /** Clicks that it took at first, without typing; `null` where it was impossible, or nothing but text by hand. */
  readonly before: number | null;
}

type UsualFlowName =
  | "whyNot"
  | "slowNode"
  | "onlyFailed"
  | "wrongValue"
  | "approve"
  | "shared"
  | "fiveByMouse"
  | "fiveByKeys"
  | "http"
  | "script"
  | "xxl"
  | "window"
  | "cronChange"
  | "revoke"
  | "operator"
  | "silence"
  | "mail"
  | "webhook"
  | "byArgument"
  | "twoVersions"
  | "crontab"
  | "dump"
  | "tomorrow"
  | "lastWeek"
  | "backfill"
  | "files"
  | "tenMinutes"
  | "stuck"
  | "pauseMany"
  | "listByKeys"
  | "nodeByKeys"
  | "phone"
  | "chinese"
  | "roles";

/** The table of `docs/panel/flows.md`, in its order. */
export const USUAL_FLOWS: Readonly<Record<UsualFlowName, UsualFlow>> = {
  whyNot: { name: "why a job did not run", zh: "任务为什么没有执行", most: 1, before: 3 },
  slowNode: {
    name: "which node of a workflow was slow",
    zh: "工作流中哪个节点慢",
    most: 0,
    before: 1,
  },
  onlyFailed: { name: "only what failed once more", zh: "只重新执行失败的节点", most: 1, before: 2 },
  wrongValue: {
    name: "a wrong parameter: change it and go on",
    zh: "参数有误：修改后继续",
    most: 2,
    before: 7,
  },
  approve: { name: "approve, with the amount seen", zh: "审批，并看到金额", most: 2, before: 5 },
  shared: { name: "what failed items have in common", zh: "失败的批量项有什么共同点", most: 0, before: null },
  fiveByMouse: {
    name: "a workflow of five nodes, by mouse",
    zh: "从零画出五个节点的工作流（鼠标）",
    most: 25,
    before: null,
  },
  fiveByKeys: {
    name: "a workflow of five nodes, by keys alone",
    zh: "从零画出五个节点的工作流（仅键盘）",
    most: 0,
    before: null,
  },
  http: { name: "a job of an HTTP request", zh: "新建 HTTP 任务", most: 5, before: 5 },
  script: { name: "a job of a script", zh: "新建脚本任务", most: 4, before: 4 },
  xxl: { name: "a job of an XXL-JOB executor", zh: "新建 XXL-JOB 执行器任务", most: 4, before: 5 },
  window: {
    name: "a window for one app, alarms silenced",
    zh: "为一个应用设置发布窗口并静默告警",
    most: 5,
    before: 7,
  },
  cronChange: { name: "who changed this cron", zh: "谁修改了 Cron", most: 1, before: 2 },
  revoke: { name: "revoke a token", zh: "吊销令牌", most: 2, before: 2 },
  operator: {
    name: "an operator for one app until 18:00",
    zh: "某应用的操作员，到 18:00 为止",
    most: 5,
    before: 10,
  },
  silence: { name: "silence an alarm", zh: "静默告警", most: 3, before: 3 },
  mail: { name: "alarms of one app by mail", zh: "一个应用的告警发邮件", most: 9, before: 12 },
  webhook: { name: "alarms of one app to a webhook", zh: "一个应用的告警发 Webhook", most: 8, before: 12 },
  byArgument: { name: "runs by an argument", zh: "按参数查找运行", most: 0, before: 0 },
  twoVersions: { name: "two versions of a workflow", zh: "对比工作流的两个版本", most: 2, before: 2 },
  crontab: { name: "import a crontab", zh: "导入 crontab", most: 4, before: 4 },
  dump: { name: "import the jobs of XXL-JOB", zh: "导入 XXL-JOB 任务", most: 3, before: 3 },
  tomorrow: { name: "tomorrow's load", zh: "明天的负载", most: 4, before: null },
  lastWeek: { name: "how last week went", zh: "上周运行情况", most: 1, before: null },
  backfill: { name: "make up for four days", zh: "补四天的数", most: 4, before: null },
  files: { name: "the files of a workflow's run", zh: "工作流运行产生的文件", most: 2, before: 4 },
  tenMinutes: { name: "ten minutes of yesterday", zh: "昨天某十分钟的运行", most: 1, before: 4 },
  stuck: { name: "kill a run that is stuck", zh: "终止卡住的运行", most: 3, before: 4 },
  pauseMany: { name: "pause many jobs, and take it back", zh: "批量暂停并撤销", most: 7, before: 7 },
  listByKeys: {
    name: "tick, untick and open a row, by keys alone",
    zh: "仅用键盘选择并打开列表中的一行",
    most: 0,
    before: 0,
  },
  nodeByKeys: {
    name: "a node of a graph, by keys alone",
    zh: "仅用键盘打开图中的节点",
    most: 0,
    before: 0,
  },
  phone: {
    name: "on a phone: why it failed, an approval",
    zh: "夜里用手机：失败原因与审批",
    most: 3,
    before: null,
  },
  chinese: { name: "why it failed, in Chinese and dark", zh: "失败原因（中文、深色）", most: 0, before: 1 },
  roles: { name: "what a role may not do, and why", zh: "角色不能做什么、为什么", most: 0, before: 0 },
};
