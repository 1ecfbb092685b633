import { type ErrorRow, error } from "./error-row.ts";

/** Why a run did not get its turn. */
export const QUEUE_ERRORS: Readonly<Record<string, ErrorRow>> = {
  wait_timeout: error(
    12,
    1,
    {
      means: "A node waited longer for its job than it may",
      advice: "Raise the job's `maxConcurrency`, or `waitTimeoutMs` of the node",
    },
    { means: "节点等待任务超时", advice: "提高任务的 maxConcurrency，或节点的 waitTimeoutMs" },
    { isRetryable: true },
  ),
  queue_cleared: error(
    12,
    2,
    {
      means: "Somebody cleared the queue in which it waited",
      advice: "The history says who; a node with `retry` has another run",
    },
    { means: "等待队列被人工清空", advice: "查看操作历史；设置了 retry 的节点会再次运行" },
    { isRetryable: true },
  ),
  execution_cleared: error(
    12,
    3,
    {
      means: "Somebody cleared what ran for so long",
      advice: "The history says who; a node with `retry` has another run",
    },
    { means: "执行时间过长，被人工清理", advice: "查看操作历史；设置了 retry 的节点会再次运行" },
    { isRetryable: true },
  ),
  waited_too_long: error(
    12,
    4,
    {
      means: "It waited longer than its `waitTimeoutMs`",
      advice: "Raise `maxConcurrency`, start more workers, or let it wait longer",
    },
    { means: "等待超时", advice: "提高 maxConcurrency、增加节点，或延长等待时间" },
    { isRetryable: true },
  ),
  waiting_limit: error(
    12,
    5,
    { means: "As many runs of the job wait as may wait", advice: "Try again later, or raise `maxWaiting`" },
    { means: "任务等待中的运行已达上限", advice: "稍后重试，或提高 maxWaiting" },
    { isRetryable: true },
  ),
  quota_used_up: error(
    12,
    6,
    { means: "As much of the app waits as may wait", advice: "Try again later, or raise the quota" },
    { means: "应用等待中的运行已达上限", advice: "稍后重试，或提高配额" },
    { isRetryable: true },
  ),
  job_full: error(
    12,
    7,
    {
      means: "Every slot of the job was taken, and it skips what comes then",
      advice: "Raise `maxConcurrency`, or have it queue (`whenFull`)",
    },
    { means: "任务并发已满，本次被跳过", advice: "提高 maxConcurrency，或设置排队（whenFull）" },
    { isRetryable: true },
  ),
  begun_too_late: error(
    12,
    8,
    {
      means: "A fire could not begin within its grace",
      advice: "Look at why it waited; `misfire` says what is made up for",
    },
    { means: "触发未能在允许的时间内开始", advice: "检查等待原因；misfire 规定是否补偿" },
  ),
  not_unique: error(
    12,
    9,
    {
      means: "Another run of the same unique key waits or runs",
      advice: "Nothing, or look at the other run",
    },
    { means: "同一去重键已有运行", advice: "通常无需处理，可查看另一运行" },
  ),
  debounced: error(
    12,
    10,
    {
      means: "Another run has taken over its arguments",
      advice: "Nothing: the other run is executed with them",
    },
    { means: "触发已合并到另一运行", advice: "无需处理，由另一运行执行" },
  ),
  replaced: error(
    12,
    11,
    { means: "A newer run took its place", advice: "Nothing, or look at the newer run" },
    { means: "被后续运行覆盖", advice: "通常无需处理，可查看后续运行" },
  ),
  missed: error(
    12,
    12,
    {
      means: "Fires were missed, and the misfire policy does not make up for them",
      advice: "Look at the outage; run it by hand where it is needed",
    },
    { means: "错过触发，过期策略不补偿", advice: "检查停机原因，需要时手动执行" },
  ),
  debug_mode: error(
    12,
    13,
    {
      means: "Debug mode suppresses what is not started by hand",
      advice: "Switch debug mode off, or start it by hand",
    },
    { means: "调试模式下不自动执行", advice: "关闭调试模式，或手动执行" },
  ),
  job_paused: error(
    12,
    14,
    { means: "The job was paused, and what waited was to end", advice: "Resume it" },
    { means: "任务已暂停，等待中的运行被取消", advice: "恢复任务" },
  ),
  app_stopped: error(
    12,
    15,
    { means: "The app was stopped, and what waited was to end", advice: "Start the app again" },
    { means: "应用已停用，等待中的运行被取消", advice: "启用应用" },
  ),
};
