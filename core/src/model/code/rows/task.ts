import { error, type CodeRow, type FailureRow, type ReasonRow, type WorkRow } from "../code-row.ts";

/** Of expressions and graphs. */
export const TASK_CODES = {
  syntax: error(10, 1, {
    means: ["The text is not an expression", "文本不是表达式"],
    advice: ["The message names the place and what is expected there", "查看提示的位置和要求"],
  }) as CodeRow,
  undefined_reference: error(10, 2, {
    means: ["A name in an expression leads to nothing", "表达式引用的名称不存在"],
    advice: ["Correct it, or write `??` and a value for what may be missing", "更正名称，或用 ?? 给出替代值"],
  }) as CodeRow,
  type_mismatch: error(10, 3, {
    means: ["An operator or a function was given values of another kind", "运算或函数的值类型不符"],
    advice: ["Convert them with `number()` or `string()`", "用 number() 或 string() 转换"],
  }) as CodeRow,
  needs_item: error(10, 4, {
    means: [
      "A value of one item of a batch was wanted, and no item was chosen",
      "需要批次中某一项的值，但未指定",
    ],
    advice: ["Write `[0]` or `[*]`", "写 [0] 或 [*]"],
  }) as CodeRow,
  too_large: error(10, 5, {
    means: [
      "An expression would make or search more text or values than it may",
      "表达式产生或搜索的内容过大",
    ],
    advice: ["Take less, for example one field of a result", "缩小范围，例如只取结果中的一个字段"],
  }) as CodeRow,
  bad_regex: error(10, 6, {
    means: ["A pattern cannot be compiled to one whose time is linear", "正则表达式无法编译为线性时间的形式"],
    advice: [
      "Write it without back references and without look-aheads but at its end",
      "不使用反向引用，先行断言只能在末尾",
    ],
  }) as CodeRow,
  too_complex: error(10, 7, {
    means: ["The expression has more characters, parts or nesting than it may", "表达式过于复杂"],
    advice: ["Split it into variables of the task", "拆分为工作流变量"],
  }) as CodeRow,
  no_branch: error(11, 1, {
    means: ["No branch of a condition holds, and it has no `else`", "条件没有成立的分支，也没有 else"],
    advice: ["Add `else`, or a branch for this case", "添加 else 或相应的分支"],
    work: ["None of its branches holds, and it has no `else`", "没有成立的分支，也没有 else"],
  }) as WorkRow,
  loop_limit: error(11, 2, {
    means: ["A loop began as often as it may and did not end", "循环达到次数上限"],
    advice: [
      "Look at its condition; raise `maxVisits` where it is right",
      "检查循环条件；条件无误时调大 maxVisits",
    ],
  }) as CodeRow,
  each_type: error(11, 3, {
    means: ["The items of a batch are no list", "批次的 items 不是列表"],
    advice: ["Have the expression return a list", "使表达式返回列表"],
  }) as CodeRow,
  each_limit: error(11, 4, {
    means: ["A batch has more items than it may", "批次的项数超过上限"],
    advice: ["Split the list", "拆分列表"],
  }) as CodeRow,
  condition_false: error(11, 7, {
    means: ["It ran, and its success condition is not met", "执行完成，但不满足成功条件"],
    advice: ["Look at its result; correct the condition where it is wrong", "查看结果；条件有误时修改条件"],
    work: ["Its success condition is not met", "不满足成功条件"],
  }) as WorkRow,
  result_missing: error(11, 8, {
    means: ["It ran, and a result that it declares has no value", "执行完成，但缺少声明的结果"],
    advice: ["Look at its output and at the expression of the result", "查看输出和结果的表达式"],
  }) as CodeRow,
  task_timeout: error(11, 10, {
    means: ["The nodes of the task took longer than it may", "工作流执行超时"],
    advice: ["Run the rest again; raise the task's `timeoutMs`", "重新运行剩余部分；调大 timeoutMs"],
    failure: [
      ({ limitMs }) => `Its nodes took longer than ${limitMs} ms together`,
      ({ limitMs }) => `所有节点的总执行时间超过 ${limitMs} 毫秒`,
    ],
  }) as FailureRow,
  approval_timeout: error(11, 11, {
    means: ["Nobody approved or refused in time", "审批超时"],
    advice: ["Ask again by running it again from this node", "从该节点重新运行以再次发起审批"],
  }) as CodeRow,
  approval_refused: error(11, 12, {
    means: ["Somebody refused", "审批被拒绝"],
    advice: ["The log of the task says who", "查看工作流日志中的审批人"],
  }) as CodeRow,
  callback_timeout: error(11, 13, {
    means: [
      "Work that goes on elsewhere did not end in time, as far as is known here",
      "在外部继续执行的工作未在限定时间内确认完成",
    ],
    advice: [
      "Look there; raise `verify.timeoutMs` where it only takes longer",
      "检查外部系统；只是耗时较长时调大 verify.timeoutMs",
    ],
    work: [
      ({ limitMs }) =>
        `The end of the work was not known within ${limitMs} ms after its code (verify.timeoutMs)`,
      ({ limitMs }) => `代码结束后 ${limitMs} 毫秒内未能确认工作已完成`,
    ],
  }) as WorkRow,
  node_limit: error(11, 14, {
    means: ["The task has made as many runs of nodes as it may", "工作流的节点运行数达到上限"],
    advice: ["Use batches, or several tasks", "使用批次，或拆分为多个工作流"],
  }) as CodeRow,
  held_too_long: error(11, 16, {
    means: ["Nobody decided in time how to go on after a failure", "失败后挂起，未在限定时间内处理"],
    advice: ["Run the rest again", "重新运行剩余部分"],
    failure: ["Nobody decided in time how to go on after a failure", "失败后挂起，未在限定时间内得到处理"],
  }) as FailureRow,
  node_failed: error(11, 17, {
    means: ["A node failed, and nothing in the graph handles it", "节点失败且未被处理"],
    advice: [
      "Open the node; run the rest again once its cause is gone",
      "查看该节点，排除原因后重新运行剩余部分",
    ],
    failure: [({ name }) => `Failed and not handled: ${name}`, ({ name }) => `节点失败且未被处理：${name}`],
  }) as FailureRow,
  cleanup_failed: error(11, 18, {
    means: ["A cleanup node failed", "清理节点失败"],
    advice: ["Clean up by hand, and open the node", "手动清理，并查看该节点"],
    failure: [({ name }) => `Its cleanup failed: ${name}`, ({ name }) => `清理节点失败：${name}`],
  }) as FailureRow,
  given_up: error(11, 19, {
    means: ["Somebody gave the task up after a failure", "失败后被人工放弃"],
    advice: ["The log of the task says who", "查看工作流日志中的操作人"],
    failure: ["Somebody gave it up after a failure", "失败后被人工放弃"],
  }) as FailureRow,
  items_failed: error(11, 20, {
    means: ["More items of a batch failed than may fail", "批次中失败的项超过允许的数量"],
    advice: ["Open the items; run those again that failed", "查看失败的项并重新运行"],
  }) as CodeRow,
  tasks_too_deep: error(11, 21, {
    means: ["Tasks execute each other deeper than they may", "工作流嵌套过深"],
    advice: ["Take a task out of the chain", "减少嵌套层数"],
  }) as CodeRow,
  task_failed: error(11, 22, {
    means: ["A task failed whose job has no retries", "工作流失败，且任务未设置重试"],
    advice: [
      "Its error says which node; run the rest again, or give the job retries",
      "查看失败的节点并重新运行剩余部分，或为任务设置重试次数",
    ],
    reason: ["The task is not retried as a whole", "工作流不整体重试"],
  }) as ReasonRow,
  items_changed: error(11, 23, {
    means: [
      "Some items of a batch were to run again, and it has another number of items now",
      "仅重新运行批次中的部分项，但批次的项数已改变",
    ],
    advice: ["Run the whole batch again", "重新运行整个批次"],
  }) as CodeRow,
};
