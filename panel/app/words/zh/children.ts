import type { CHILDREN_EN } from "../en/children.ts";
import type { Wording } from "../wording.ts";

export const CHILDREN_ZH: Wording<typeof CHILDREN_EN> = {
  form: "表单",
  hint: "本任务的一次运行结束后触发。{{args}}、{{result}}、{{run}} 表示该次运行的值",
  number: "子任务 {{number}}",
  add: "添加子任务",
  remove: "删除子任务 {{number}}",
  on: "触发时机",
  ends: { success: "成功后", failure: "失败且不再重试后", end: "任意结束后" },
  job: "任务",
  addArg: "添加参数",
  argName: "第 {{number}} 个参数的名称",
  argValue: "第 {{number}} 个参数的值",
  removeArg: "删除第 {{number}} 个参数",
  inRun: "上次运行：",
  when: "触发条件",
  whenHint: "针对已结束运行的条件表达式；留空表示总是触发",
  edge: "仅在条件由假变真时触发",
};
