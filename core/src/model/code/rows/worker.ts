import {
  error,
  retryable,
  type CauseRow,
  type CodeRow,
  type FailureRow,
  type ReasonRow,
  type WorkRow,
} from "../code-row.ts";
import * as en from "../parts.en.ts";
import * as zh from "../parts.zh.ts";
import type { InputIssue } from "../../../base/issue/issue-code.ts";
import type { FailureSummary } from "../../failure-summary.ts";
import type { ExecutorRule } from "../../option/value/executor-rule.ts";
import type { WorkKind } from "../../job-work.ts";
import type { AnyRefusal } from "../given.ts";

/** How attempts end that are not ended by their own code. */
export const WORKER_CODES = {
  worker_lost: retryable(4, 1, {
    error: [500, "Worker was lost", "节点失联"],
    detail: "详情请查看该运行。",
    means: ["The worker stopped responding during the attempt", "节点在执行过程中失联"],
    advice: [
      "Look at the worker's machine: memory, restarts, a blocked event loop",
      "检查节点机器的内存、重启情况和事件循环是否阻塞",
    ],
    failure: [
      ({ worker }) => `Worker "${worker}" stopped responding during the attempt`,
      ({ worker }) => `节点“${worker}”在执行过程中失联`,
    ],
  }) as FailureRow,
  timeout: retryable(4, 2, {
    error: [500, "Run timed out", "运行超时"],
    detail: "详情请查看该运行。",
    means: ["It took longer than it may", "执行超时"],
    advice: [
      "Make it faster, or raise `timeoutMs`; of a wait in a task, its own limit",
      "优化执行时间，或调大 timeoutMs；等待节点则调大其超时时间",
    ],
    failure: [
      (given) => `The attempt took longer than ${given.limitMs} ms${en.ignored(given)}`,
      (given) => `执行超时，超过 ${given.limitMs} 毫秒${zh.ignored(given)}`,
    ],
  }) as FailureRow,
  cancelled: error(4, 3, {
    error: [500, "Run was cancelled", "运行已取消"],
    detail: "详情请查看该运行。",
    means: ["Somebody asked it to end", "已被取消"],
    advice: ["Run it again where it is needed; the history says who asked", "需要时重新运行；历史中有操作人"],
    reason: [en.cancelled, zh.cancelled],
  }) as ReasonRow<{ readonly by: string | null; readonly note: string | null }>,
  worker_shutdown: retryable(4, 4, {
    error: [500, "Worker shut down", "节点已停机"],
    detail: "详情请查看该运行。",
    means: ["The worker was shut down before the attempt had ended", "节点在执行结束前停机"],
    advice: ["Give it a longer grace, or retries", "调大停机等待时间，或配置重试"],
    failure: [
      (given) => `The worker was shut down before the attempt had ended${en.ignored(given)}`,
      (given) => `节点在任务结束前停机${zh.ignored(given)}`,
    ],
  }) as FailureRow,
  no_worker: retryable(4, 5, {
    means: ["No worker that can run it came in time", "没有可执行的节点"],
    advice: [
      "Start a worker of its app that has its code and meets the job's rules",
      "启动该应用中有此代码且符合要求的节点",
    ],
    failure: [
      ({ limitMs }) => `No worker that can run it came within ${limitMs} ms (waitTimeoutMs)`,
      ({ limitMs }) => `${limitMs} 毫秒内没有可执行的在线节点（waitTimeoutMs）`,
    ],
    cause: [
      ({ app, workers }, _, within) =>
        workers.length === 0
          ? `No worker of app "${app}" is online`
          : `No worker of app "${app}" takes it: ${en.refusals(workers, within)}`,
      ({ app, workers }, _, within) =>
        workers.length === 0
          ? `应用“${app}”没有在线节点`
          : `应用“${app}”没有可执行此任务的节点：${zh.refusals(workers, within)}`,
    ],
  }) as FailureRow & CauseRow<{ readonly app: string; readonly workers: readonly AnyRefusal[] }>,
  result_truncated: error(4, 6, {
    means: ["The run succeeded, and its result is kept in part", "执行成功，但结果过大被截断"],
    advice: ["Return less, or store it elsewhere and return where", "返回更少的内容，或另行存储后返回地址"],
    reason: [
      ({ bytes, kept }) => `Its result was truncated: ${bytes} bytes, ${kept} are kept`,
      ({ bytes, kept }) => `执行结果过大，已截断：${bytes} 字节，保留 ${kept} 字节`,
    ],
  }) as ReasonRow<{ readonly bytes: number; readonly kept: number }>,
  result_dropped: error(4, 7, {
    means: ["The run succeeded, and its result is not JSON", "执行成功，但结果不是 JSON，已丢弃"],
    advice: ["Return plain JSON", "返回 JSON"],
    reason: [
      ({ problem }) => `Its result was dropped: ${problem}`,
      ({ problem, issue }) =>
        `执行结果不是 JSON，已丢弃（${issue === undefined ? problem : zh.issueLine(issue)}）`,
    ],
  }) as ReasonRow<{ readonly problem: string; readonly issue?: InputIssue }>,
  no_runner: retryable(4, 8, {
    means: ["The worker has nothing that can run this work", "节点没有此任务的代码或执行方式"],
    advice: [
      "Give a worker the code or the runner, or take the job off this one",
      "在节点上提供代码或执行方式，或改由其他节点执行",
    ],
    reason: [
      ({ work }) => `The worker has nothing that runs this job (${work})`,
      "该节点没有此任务的代码或执行方式",
    ],
  }) as ReasonRow<{ readonly work: WorkKind }>,
  executor_rule: retryable(4, 9, {
    means: [
      "The worker lacks the version or the labels that the job asks for",
      "节点不符合任务的版本或标签要求",
    ],
    advice: [
      "Start one that has them, or change the job's `executors`",
      "启动符合要求的节点，或修改任务的 executors",
    ],
    reason: [
      (rule) => `The worker is not one that the job asks for: ${en.rule(rule)} (executors)`,
      (rule) => `该节点不符合任务对节点的要求：${zh.rule(rule)}`,
    ],
  }) as ReasonRow<ExecutorRule>,
  draining: retryable(4, 10, {
    means: ["The worker takes no new runs", "节点已停止接收新运行"],
    advice: ["Let it take runs again, or start another one", "恢复接收，或启动其他节点"],
    reason: ["The worker takes no new runs", "该节点已停止接收新运行"],
  }) as ReasonRow,
  not_begun: retryable(4, 11, {
    means: ["No worker began it before its `waitTimeoutMs` was over", "在 waitTimeoutMs 内未开始执行"],
    advice: [
      "Start more workers, raise `maxConcurrency`, or let it wait longer",
      "增加节点、提高 maxConcurrency，或延长等待时间",
    ],
    reason: [
      ({ limitMs }) => `It had not begun after ${limitMs} ms (waitTimeoutMs)`,
      ({ limitMs }) => `等待 ${limitMs} 毫秒仍未开始执行（waitTimeoutMs）`,
    ],
  }) as ReasonRow<{ readonly limitMs: number }>,
  full: retryable(4, 12, {
    means: ["No slot of the job was free for its retry", "没有空闲的并发槽，重试未能开始"],
    advice: ["Raise `maxConcurrency`, or have the job queue", "提高 maxConcurrency，或使任务排队"],
    failure: [
      ({ limit }) => `No free slot: ${limit} of ${limit} in use`,
      ({ limit }) => `没有空闲的并发槽：${limit} 个已全部占用`,
    ],
  }) as FailureRow,
  executor_gone: error(4, 13, {
    means: [
      "The worker or executor of a shard has left, and no other one may run it",
      "分片所在节点已下线，且不允许转移",
    ],
    advice: [
      "Run it again once it is there, or let others take its shards (`whenGone`)",
      "节点恢复后重新运行，或允许转移（whenGone）",
    ],
    work: [({ name }) => en.gone(name), ({ name }) => zh.gone(name)],
    reason: [({ name }) => en.gone(name), ({ name }) => zh.gone(name)],
  }) as WorkRow & ReasonRow<{ readonly name: string }>,
  shards_failed: error(4, 14, {
    means: ["Not all shards of a broadcast succeeded", "分片广播未全部成功"],
    advice: ["Open the shards, and run those again that failed", "查看各分片，重新运行失败的分片"],
    failure: [({ shards }) => en.shards(shards), ({ shards }) => zh.shards(shards)],
    reason: ["Each shard is retried by itself", "各分片单独重试"],
  }) as FailureRow & ReasonRow,
  shards_skipped: error(4, 15, {
    means: ["All shards of a broadcast were skipped", "分片广播的分片全部被跳过"],
    advice: ["The shards say why", "查看各分片的跳过原因"],
    reason: [({ count }) => `All ${count} shards were skipped`, ({ count }) => `${count} 个分片全部被跳过`],
  }) as ReasonRow<{ readonly count: number }>,
  run_failed: error(4, 16, {
    error: [500, "The run failed", "运行失败"],
    detail: "详情请查看该运行。",
    means: ["The run that was waited for failed for good", "等待的运行最终失败"],
    advice: ["Its `cause` and the run say why", "查看其 cause 和运行记录"],
  }) as CodeRow,
  run_skipped: error(4, 17, {
    error: [500, "The run was skipped", "运行已跳过"],
    detail: "详情请查看该运行。",
    means: ["The run that was waited for was skipped", "等待的运行被跳过"],
    advice: ["The run says why", "查看运行记录中的原因"],
  }) as CodeRow,
  retry_cancelled: error(4, 18, {
    means: ["Somebody called off the retry that was due", "重试已被取消"],
    advice: ["Run it again where it is needed", "需要时重新运行"],
    reason: [
      (parameters) => `No retry: ${en.cancelled(parameters)}`,
      (parameters) => `不再重试：${zh.cancelled(parameters)}`,
    ],
  }) as ReasonRow<{ readonly by: string | null; readonly note: string | null }>,
  not_retryable: error(4, 19, {
    means: ["It failed, and the error says that a retry is of no use", "执行失败，且错误表明重试无效"],
    advice: ["The error before it says what to do", "按其错误信息处理"],
    reason: ["The error says that a retry is of no use", "该错误表明重试无效"],
  }) as ReasonRow,
  not_retried_on: error(4, 20, {
    means: ["It failed, and the job retries on other errors only", "执行失败，且该错误不在重试范围内"],
    advice: [
      "The error before it says what to do; `retryOn` names what is retried",
      "按其错误信息处理；重试范围由 retryOn 规定",
    ],
    reason: ["The job retries on other errors only (retryOn)", "该错误不在任务的重试范围内"],
  }) as ReasonRow,
  no_retries: error(4, 21, {
    means: ["It failed, and the job has no retries", "执行失败，任务未配置重试"],
    advice: [
      "The error before it says what to do; set `retryCount` where a retry helps",
      "按其错误信息处理；需要时设置 retryCount",
    ],
    reason: ["The job has no retries", "任务未配置失败重试"],
  }) as ReasonRow,
  retries_used_up: error(4, 22, {
    means: ["It failed as often as the job allows", "执行失败，重试次数已用完"],
    advice: ["The error before it says what to do", "按其错误信息处理"],
    reason: [
      ({ count }) => `Retries used up: ${count} of ${count}`,
      ({ count }) => `失败重试次数已用完：共 ${count} 次`,
    ],
  }) as ReasonRow<{ readonly count: number }>,
  attempt_failed: retryable(4, 23, {
    means: ["An attempt failed with an error whose code is not ours", "执行失败，错误码不是内置错误码"],
    advice: ["Read the error", "查看错误信息"],
    reason: [
      ({ attempt, failure }) => `Attempt ${attempt} failed: ${failure.message}`,
      ({ attempt, failure }, of) => `第 ${attempt} 次执行失败：${of(failure)}`,
    ],
  }) as ReasonRow<{ readonly attempt: number; readonly failure: FailureSummary }>,
  executor_missing: retryable(4, 30, {
    means: ["No executor was there to take the run", "没有可用的执行器"],
    advice: ["Start one, and look at its registration", "启动执行器并检查其注册"],
    work: [
      ({ name }) => `No executor of "${name}" could be reached`,
      ({ name }) => `执行器“${name}”没有可用的机器`,
    ],
  }) as WorkRow,
  executor_refused: retryable(4, 31, {
    means: ["The executor did not take the run", "执行器拒绝执行"],
    advice: [
      "Its message says why: often the handler is missing, or it is busy",
      "查看执行器返回的原因：通常是 JobHandler 不存在或忙碌",
    ],
    work: [
      (given) => `Executor ${given.name} refused the run${en.last(given)}`,
      (given) => `执行器“${given.name}”拒绝执行${zh.last(given)}`,
    ],
  }) as WorkRow,
  executor_failed: retryable(4, 32, {
    means: ["The executor reported that the run failed", "执行器报告执行失败"],
    advice: ["Read the log of the run", "查看运行日志"],
    work: [
      (given) => `Executor ${given.name} reported code ${given.status}${en.last(given)}`,
      (given) => `执行器“${given.name}”返回结果码 ${given.status}${zh.last(given)}`,
    ],
  }) as WorkRow,
  executor_lost: retryable(4, 33, {
    means: ["The executor that had the run does not respond, and sent no result", "执行器失联且没有回调结果"],
    advice: ["Look at its machine; its work may have been done", "检查该机器；任务可能已执行"],
    work: [
      ({ name }) => `Executor ${name}, which had the run, does not respond and sent no result`,
      ({ name }) => `执行器“${name}”无法访问，且没有回调结果`,
    ],
  }) as WorkRow,
  executor_result_lost: retryable(4, 34, {
    means: [
      "The executor does not have the run any more, and sent no result",
      "执行器已没有该任务，结果未知",
    ],
    advice: ["Look at its log: how the run ended is not known", "查看执行器日志"],
    work: [
      ({ name }) =>
        `Executor ${name} does not have the run any more and sent no result: how it ended is not known`,
      ({ name }) => `执行器“${name}”上已没有该任务，也没有收到回调，执行结果未知`,
    ],
  }) as WorkRow,
};
