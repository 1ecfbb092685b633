import { type ErrorRow, error } from "./error-row.ts";

/** How attempts end that are not ended by their own code. */
export const WORKER_ERRORS: Readonly<Record<string, ErrorRow>> = {
  worker_lost: error(
    4,
    1,
    {
      means: "The worker stopped responding during the attempt",
      advice: "Look at the worker's machine: memory, restarts, a blocked event loop",
    },
    { means: "节点在执行过程中失联", advice: "检查节点机器的内存、重启情况和事件循环是否阻塞" },
    { isRetryable: true },
  ),
  timeout: error(
    4,
    2,
    {
      means: "It took longer than it may",
      advice: "Make it faster, or raise `timeoutMs`; of a wait in a task, its own limit",
    },
    { means: "执行超时", advice: "优化执行时间，或调大 timeoutMs；等待节点则调大其超时时间" },
    { isRetryable: true },
  ),
  cancelled: error(
    4,
    3,
    {
      means: "Somebody asked it to end",
      advice: "Run it again where it is needed; the history says who asked",
    },
    { means: "已被取消", advice: "需要时重新运行；历史中有操作人" },
  ),
  worker_shutdown: error(
    4,
    4,
    {
      means: "The worker was shut down before the attempt had ended",
      advice: "Give it a longer grace, or retries",
    },
    { means: "节点在执行结束前停机", advice: "调大停机等待时间，或配置重试" },
    { isRetryable: true },
  ),
  no_worker: error(
    4,
    5,
    {
      means: "No worker that can run it came in time",
      advice: "Start a worker of its app that has its code and meets the job's rules",
    },
    { means: "没有可执行的节点", advice: "启动该应用中有此代码且符合要求的节点" },
    { isRetryable: true },
  ),
  result_truncated: error(
    4,
    6,
    {
      means: "The run succeeded, and its result is kept in part",
      advice: "Return less, or store it elsewhere and return where",
    },
    { means: "执行成功，但结果过大被截断", advice: "返回更少的内容，或另行存储后返回地址" },
  ),
  result_dropped: error(
    4,
    7,
    { means: "The run succeeded, and its result is not JSON", advice: "Return plain JSON" },
    { means: "执行成功，但结果不是 JSON，已丢弃", advice: "返回 JSON" },
  ),
  no_runner: error(
    4,
    8,
    {
      means: "The worker has nothing that can run this work",
      advice: "Give a worker the code or the runner, or take the job off this one",
    },
    { means: "节点没有此任务的代码或执行方式", advice: "在节点上提供代码或执行方式，或改由其他节点执行" },
    { isRetryable: true },
  ),
  executor_rule: error(
    4,
    9,
    {
      means: "The worker lacks the version or the labels that the job asks for",
      advice: "Start one that has them, or change the job's `executors`",
    },
    { means: "节点不符合任务的版本或标签要求", advice: "启动符合要求的节点，或修改任务的 executors" },
    { isRetryable: true },
  ),
  draining: error(
    4,
    10,
    { means: "The worker takes no new runs", advice: "Let it take runs again, or start another one" },
    { means: "节点已停止接收新运行", advice: "恢复接收，或启动其他节点" },
    { isRetryable: true },
  ),
  not_begun: error(
    4,
    11,
    {
      means: "No worker began it before its `waitTimeoutMs` was over",
      advice: "Start more workers, raise `maxConcurrency`, or let it wait longer",
    },
    { means: "在 waitTimeoutMs 内未开始执行", advice: "增加节点、提高 maxConcurrency，或延长等待时间" },
    { isRetryable: true },
  ),
  full: error(
    4,
    12,
    {
      means: "No slot of the job was free for its retry",
      advice: "Raise `maxConcurrency`, or have the job queue",
    },
    { means: "没有空闲的并发槽，重试未能开始", advice: "提高 maxConcurrency，或使任务排队" },
    { isRetryable: true },
  ),
  executor_gone: error(
    4,
    13,
    {
      means: "The worker or executor of a shard has left, and no other one may run it",
      advice: "Run it again once it is there, or let others take its shards (`whenGone`)",
    },
    { means: "分片所在节点已下线，且不允许转移", advice: "节点恢复后重新运行，或允许转移（whenGone）" },
  ),
  shards_failed: error(
    4,
    14,
    {
      means: "Not all shards of a broadcast succeeded",
      advice: "Open the shards, and run those again that failed",
    },
    { means: "分片广播未全部成功", advice: "查看各分片，重新运行失败的分片" },
  ),
  shards_skipped: error(
    4,
    15,
    { means: "All shards of a broadcast were skipped", advice: "The shards say why" },
    { means: "分片广播的分片全部被跳过", advice: "查看各分片的跳过原因" },
  ),
  run_failed: error(
    4,
    16,
    { means: "The run that was waited for failed for good", advice: "Its `cause` and the run say why" },
    { means: "等待的运行最终失败", advice: "查看其 cause 和运行记录" },
  ),
  run_skipped: error(
    4,
    17,
    { means: "The run that was waited for was skipped", advice: "The run says why" },
    { means: "等待的运行被跳过", advice: "查看运行记录中的原因" },
  ),
  retry_cancelled: error(
    4,
    18,
    { means: "Somebody called off the retry that was due", advice: "Run it again where it is needed" },
    { means: "重试已被取消", advice: "需要时重新运行" },
  ),
  not_retryable: error(
    4,
    19,
    {
      means: "It failed, and the error says that a retry is of no use",
      advice: "The error before it says what to do",
    },
    { means: "执行失败，且错误表明重试无效", advice: "按其错误信息处理" },
  ),
  not_retried_on: error(
    4,
    20,
    {
      means: "It failed, and the job retries on other errors only",
      advice: "The error before it says what to do; `retryOn` names what is retried",
    },
    { means: "执行失败，且该错误不在重试范围内", advice: "按其错误信息处理；重试范围由 retryOn 规定" },
  ),
  no_retries: error(
    4,
    21,
    {
      means: "It failed, and the job has no retries",
      advice: "The error before it says what to do; set `retryCount` where a retry helps",
    },
    { means: "执行失败，任务未配置重试", advice: "按其错误信息处理；需要时设置 retryCount" },
  ),
  retries_used_up: error(
    4,
    22,
    { means: "It failed as often as the job allows", advice: "The error before it says what to do" },
    { means: "执行失败，重试次数已用完", advice: "按其错误信息处理" },
  ),
  attempt_failed: error(
    4,
    23,
    { means: "An attempt failed with an error whose code is not ours", advice: "Read the error" },
    { means: "执行失败，错误码不是内置错误码", advice: "查看错误信息" },
    { isRetryable: true },
  ),
  executor_missing: error(
    4,
    30,
    { means: "No executor was there to take the run", advice: "Start one, and look at its registration" },
    { means: "没有可用的执行器", advice: "启动执行器并检查其注册" },
    { isRetryable: true },
  ),
  executor_refused: error(
    4,
    31,
    {
      means: "The executor did not take the run",
      advice: "Its message says why: often the handler is missing, or it is busy",
    },
    { means: "执行器拒绝执行", advice: "查看执行器返回的原因：通常是 JobHandler 不存在或忙碌" },
    { isRetryable: true },
  ),
  executor_failed: error(
    4,
    32,
    { means: "The executor reported that the run failed", advice: "Read the log of the run" },
    { means: "执行器报告执行失败", advice: "查看运行日志" },
    { isRetryable: true },
  ),
  executor_lost: error(
    4,
    33,
    {
      means: "The executor that had the run does not respond, and sent no result",
      advice: "Look at its machine; its work may have been done",
    },
    { means: "执行器失联且没有回调结果", advice: "检查该机器；任务可能已执行" },
    { isRetryable: true },
  ),
  executor_result_lost: error(
    4,
    34,
    {
      means: "The executor does not have the run any more, and sent no result",
      advice: "Look at its log: how the run ended is not known",
    },
    { means: "执行器已没有该任务，结果未知", advice: "查看执行器日志" },
    { isRetryable: true },
  ),
};
