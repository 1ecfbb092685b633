import type { STORAGE_EN } from "../en/storage.ts";
import type { Wording } from "../wording.ts";

export const STORAGE_ZH: Wording<typeof STORAGE_EN> = {
  title: "存储",
  hint: "保留了哪些数据、保留多久、大约占用多少空间：按 JSON 计算，不含索引，未计存储压缩。约每小时统计一次。",
  part: "内容",
  number: "数量",
  size: "大小",
  kept: "保留时间",
  partName: {
    runs: "运行记录",
    logs: "日志",
    files: "文件",
    history: "操作历史",
    reports: "报表汇总",
  },
  perJob: "由各任务的保留策略决定",
  retention: {
    historyDays: "操作历史保留天数",
    maxActs: "操作历史最多条数",
    hourlyReportDays: "按小时报表保留天数",
    dailyReportDays: "按天报表保留天数",
  },
  jobs: "占用最多的任务",
  job: "任务",
  noJobs: "尚未统计",
  measured: "最早的统计时间：",
  unmeasured_one: "{{count}} 个任务尚未统计。",
  unmeasured_other: "{{count}} 个任务尚未统计。",
  edit: "修改保留时间",
  editHint:
    "更早的数据会在一小时内清理。运行记录及其日志、文件由各任务的保留策略决定；所有任务的默认值在租户设置中。",
  usual: "留空：{{usual}}",
  range: "请填写 {{least}} 到 {{most}} 的整数，或留空",
  correct: "请更正标出的字段",
  save: "保存",
  saved: "保留时间已修改",
  noRight: "需要“编辑租户”权限",
};
