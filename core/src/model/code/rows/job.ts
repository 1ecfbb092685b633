import {
  error,
  retryable,
  type CauseRow,
  type CodeRow,
  type FailureRow,
  type ReasonRow,
} from "../code-row.ts";
import * as en from "../parts.en.ts";
import * as zh from "../parts.zh.ts";
import type { InputIssue } from "../../../base/issue/issue-code.ts";

/** Of jobs: what keeps a run of one from beginning. */
export const JOB_CODES = {
  invalid_args: error(1, 2, {
    error: [400, "Arguments do not fit the job", "参数不符合任务的要求"],
    detail: "请检查任务参数。",
    means: ["The arguments do not fit the job", "参数不符合任务的要求"],
    advice: ["Compare them with the job's schema of arguments", "对照任务的参数定义修改参数"],
    failure: [
      (_, message) => message,
      ({ issues }) => ["参数不符合任务的要求", ...(issues ?? []).map(zh.issueLine)].join("；"),
    ],
  }) as FailureRow,
  job_not_found: error(1, 5, {
    error: [404, "Job not found", "任务不存在"],
    detail: "任务可能已被删除，或不属于此处。",
    means: ["No job has this key, or none that the caller may see", "任务不存在或无权查看"],
    advice: [
      "Look the key up in the list of jobs; a job of code comes with its worker",
      "在任务列表中核对任务 Key；代码任务在其节点启动后注册",
    ],
  }) as CodeRow,
  job_disabled: error(1, 6, {
    error: [409, "Job is disabled", "任务已停用"],
    detail: "已停用的任务不能运行，手动也不行。",
    means: ["The job is disabled", "任务已停用"],
    advice: ["Enable it, or trigger another one", "启用任务，或触发其他任务"],
    reason: ["The job is disabled", "任务已停用"],
  }) as ReasonRow,
  job_deleted: error(1, 27, {
    means: ["The job was deleted while its run waited or ran", "任务在运行期间被删除"],
    advice: ["Create the job again where it is still needed", "需要时重新创建任务"],
    reason: ["The job was deleted", "任务已被删除"],
  }) as ReasonRow,
  left_code: error(1, 28, {
    error: [409, "Job has left the code", "代码中已无此任务"],
    detail: "应用的代码已不再声明此任务，它的运行会一直等待。",
    means: ["The code of the app does not declare the job any more", "应用的代码已不再声明该任务"],
    advice: ["Deploy code that declares it, or delete the job", "部署声明该任务的代码，或删除任务"],
    reason: ["The app's code no longer declares the job", "应用的代码已不再声明此任务"],
    cause: [
      ({ app }) => `The code of app "${app}" no longer declares the job`,
      ({ app }) => `应用“${app}”的代码已不再声明此任务`,
    ],
  }) as ReasonRow & CauseRow<{ readonly app: string }>,
  script_version_not_found: error(1, 11, {
    error: [404, "Version of the script not found", "脚本版本不存在"],
    detail: "该任务没有这个版本的脚本。",
    means: ["The job's script or graph has no such version", "脚本或工作流没有该版本"],
    advice: ["Read the list of its versions", "查看版本列表"],
  }) as CodeRow,
  quota_exceeded: retryable(1, 26, {
    error: [429, "Quota of the app is used up", "应用的配额已用完"],
    detail: "请等待部分运行开始，或取消一些运行，或提高配额。",
    means: ["The app has as much as it may have", "应用的配额已用完"],
    advice: [
      "Remove what is not needed, or raise the quota that the message names",
      "清理不需要的内容，或提高提示中的配额",
    ],
  }) as CodeRow,
  tenant_disabled: error(1, 40, {
    error: [409, "The tenant is disabled", "租户已停用"],
    detail: "已停用的租户不接受触发，请先启用租户。",
    means: ["The tenant is disabled", "租户已停用"],
    advice: ["Enable it, or use another tenant", "启用租户，或使用其他租户"],
    reason: ["The tenant is disabled", "租户已停用"],
    cause: ["The tenant is disabled: nothing of it begins", "租户已停用，不会开始任何运行"],
  }) as ReasonRow & CauseRow,
  child_args_refused: error(1, 29, {
    means: [
      "A child job does not take the arguments that the end of its parent gives it",
      "子任务不接受父任务传来的参数",
    ],
    advice: [
      "Make the child's schema fit what its parent passes on",
      "使子任务的参数定义与父任务传递的内容一致",
    ],
    reason: [
      ({ issues }) =>
        ["The job does not take the arguments from its parent's run", issues.map(en.issueLine).join("; ")]
          .filter(Boolean)
          .join(": "),
      ({ issues }) => ["父任务传来的参数不符合本任务的要求", ...issues.map(zh.issueLine)].join("；"),
    ],
  }) as ReasonRow<{ readonly issues: readonly InputIssue[] }>,
  /** `position` counts characters from 1. */
  child_condition_refused: error(1, 33, {
    means: [
      "The condition under which the end of a run starts the job has no value for that run",
      "触发本任务的条件对该次运行无法求值",
    ],
    advice: [
      "Write ?? for what may be missing, or have the run return what the condition reads",
      "对可能缺失的值使用 ??，或让运行返回条件所读取的内容",
    ],
    reason: [
      ({ when, position, text }) => `The condition ${when} has no value; at character ${position}: ${text}`,
      ({ when, position, text }) => `条件 ${when} 无法求值，第 ${position} 个字符处：${text}`,
    ],
  }) as ReasonRow<{ readonly when: string; readonly position: number; readonly text: string }>,
  /** `path` has job keys, from a job to itself. */
  child_cycle: error(1, 30, {
    means: ["The job is its own child, by way of others", "子任务形成循环"],
    advice: ["Take one of the children off the circle", "移除循环中的一个子任务"],
    reason: [
      ({ path }) => `The job would start itself again: ${path.join(" → ")}`,
      ({ path }) => `子任务形成循环：${path.join(" → ")}`,
    ],
  }) as ReasonRow<{ readonly path: readonly string[] }>,
  /** `path` has the keys of the latest runs of the chain, and that of this one. */
  chain_too_long: error(1, 41, {
    error: [409, "Too many runs begin each other", "相互触发的运行过多"],
    detail: "找出间接触发自身的任务；需要稍后再次执行时请用 delayMs 或调度。",
    means: [
      "Runs begin each other, one after the other, and are as many as may be",
      "运行之间相互触发，链条已达上限",
    ],
    advice: [
      "Find the job that begins itself again, by way of others; one that comes again later has a `delayMs` or a schedule",
      "找出间接触发自身的任务；需要稍后再次执行时请用 delayMs 或调度",
    ],
    reason: [
      ({ max, path }) =>
        `Runs that begin each other are ${max} by now, which is as many as may be: ${path.join(" → ")}`,
      ({ max, path }) => `相互触发的运行已达上限 ${max} 个：${path.join(" → ")}`,
    ],
  }) as ReasonRow<{ readonly max: number; readonly path: readonly string[] }>,
  secret_refused: error(13, 17, {
    means: [
      "The job of a node may not have a secret as an argument: it is of another app than the task, or a program",
      "节点的任务不能以参数取得机密：它属于其他应用，或是程序",
    ],
    advice: [
      "Take a job of the task's app, or give a program its secrets as files",
      "使用本应用的任务，或以文件方式向程序提供机密",
    ],
  }) as CodeRow,
};
