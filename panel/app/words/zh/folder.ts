import type { FOLDER_EN } from "../en/folder.ts";
import type { Wording } from "../wording.ts";

export const FOLDER_ZH: Wording<typeof FOLDER_EN> = {
  title: "工作目录",
  hint: "以文件形式查看本次运行的参数、执行内容、输出与日志。无论在哪个执行器上执行，内容都相同；执行器下线后仍可查看。",
  run: "运行详情",
  whole: "下载全部",
  files: "文件",
  path: "文件",
  size: "大小",
  actions: "操作",
  made: "读取时生成",
  look: "预览 {{path}}",
  save: "下载 {{path}}",
  open: "在新标签页打开 {{path}}",
  preview: "{{path}} 的内容",
  empty: "文件为空",
  cut: "仅显示开头的 {{size}}，其余请下载查看。",
  rows: "仅显示前 {{count}} 行，其余请下载查看。",
  noContent: "文件无法预览",
  jobs: "各任务的目录",
  job: "目录",
  state: "状态",
  noJobs: "尚无任务开始执行",
  more: "更多目录",
  hidden: "上下文、参数、执行内容、输入、输出与日志已隐藏：您的角色无权查看业务数据。",
};
