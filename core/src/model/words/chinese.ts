import { durationText, UNITS_ZH } from "./duration-text.ts";
import type { TaskWaiting } from "../task/task-waiting.ts";
import type { ExecutorRule } from "../option/value/executor-rule.ts";
import { boundedPriority, FIRST_PRIORITY } from "../option/value/priority.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import type { FailureSummary, ReasonParameters, SlotGiver } from "../reason.ts";
import { issueText } from "./issue-text.ts";
import type { FailureWords, ReasonWords } from "./language.ts";

const KINDS: Readonly<Record<string, string>> = { recurring: "定时任务", triggered: "按需任务" };
const STATES: Readonly<Record<string, string>> = {
  Terminated: "失败",
  Cancelled: "取消",
  Skipped: "跳过",
};
const POLICIES: Readonly<Record<string, string>> = {
  fireOnce: "合并补跑一次",
  skip: "不补跑",
  fireAll: "逐次补跑",
};

const GIVERS: Readonly<Record<SlotGiver["how"], string>> = {
  returned: "代码已结束",
  worker_ended: "节点已结束",
  asked: "手动释放",
};

export const FAILURES_ZH: FailureWords = {
  timeout: ({ parameters }) => `执行超时，超过 ${parameters?.limitMs} 毫秒${ignored(parameters)}`,
  worker_lost: ({ parameters }) => `节点“${parameters?.worker}”在执行过程中失联`,
  worker_shutdown: ({ parameters }) => `节点在任务结束前停机${ignored(parameters)}`,
  full: ({ parameters }) => `没有空闲的并发槽：${parameters?.limit} 个已全部占用`,
  no_worker: ({ parameters }) => `${parameters?.limitMs} 毫秒内没有可执行的在线节点（waitTimeoutMs）`,
  waited_too_long: ({ parameters }) => `等待超时，超过 ${parameters?.limitMs} 毫秒（waitTimeoutMs）`,
  invalid_args: ({ parameters }) =>
    ["参数不符合任务的要求", ...(parameters?.issues ?? []).map(issueLine)].join("；"),
  exit_code: ({ parameters }) => `程序退出码为 ${parameters?.exitCode}${last(parameters)}`,
  exit_signal: ({ parameters }) => `程序被信号 ${parameters?.name} 终止${last(parameters)}`,
  program_missing: ({ parameters }) => `节点所在机器上没有程序“${parameters?.name}”，或无法执行`,
  script_changed: ({ parameters }) =>
    `未执行：脚本版本 ${parameters?.version} 的内容与保存时的 SHA-256 不一致，请重新保存脚本`,
  memory_limit: ({ parameters }) => `内存超过上限 ${parameters?.limit} MB`,
  cpu_limit: ({ parameters }) => `CPU 时间超过上限 ${parameters?.limit} 秒`,
  output_limit: ({ parameters }) => `输出超过上限 ${parameters?.limit} MB`,
  process_limit: ({ parameters }) => `启动的进程数超过上限 ${parameters?.limit}`,
  folder_limit: ({ parameters }) =>
    `本次运行的工作目录占用最多，而所有运行合计超过上限 ${parameters?.limit} MB`,
  http_status: ({ parameters }) => `服务器返回状态码 ${parameters?.status}${last(parameters)}`,
  callback_failed: ({ parameters }) => `服务器回调报告执行失败${last(parameters)}`,
  callback_timeout: ({ parameters }) => `代码结束后 ${parameters?.limitMs} 毫秒内未能确认工作已完成`,
  file_unavailable: ({ parameters }) => `文件“${parameters?.name}”不存在或不符合要求${last(parameters)}`,
  database_unavailable: ({ parameters }) =>
    `数据库“${parameters?.name}”没有响应或不符合要求${last(parameters)}`,
  service_unavailable: ({ parameters }) => `服务“${parameters?.name}”没有响应或不符合要求${last(parameters)}`,
  ftp_unavailable: ({ parameters }) =>
    `FTP 服务器“${parameters?.name}”没有响应或不符合要求${last(parameters)}`,
  address_refused: ({ parameters }) => `节点不允许连接 ${parameters?.name}`,
  secret_missing: ({ parameters }) => `任务所属应用没有机密“${parameters?.name}”`,
  secret_sealed: ({ parameters }) =>
    `机密“${parameters?.name}”由密钥“${parameters?.key}”加密，节点没有该密钥`,
  secret_damaged: ({ parameters }) =>
    `无法解密机密“${parameters?.name}”：节点的密钥“${parameters?.key}”与加密时不同，或存储的内容已被改动`,
  secrets_too_long: ({ parameters }) => `任务引用的机密合计超过上限 ${parameters?.limit} KiB`,
  executor_missing: ({ parameters }) => `执行器“${parameters?.name}”没有可用的机器`,
  executor_refused: ({ parameters }) => `执行器“${parameters?.name}”拒绝执行${last(parameters)}`,
  executor_failed: ({ parameters }) =>
    `执行器“${parameters?.name}”返回结果码 ${parameters?.status}${last(parameters)}`,
  executor_lost: ({ parameters }) => `执行器“${parameters?.name}”无法访问，且没有回调结果`,
  executor_result_lost: ({ parameters }) =>
    `执行器“${parameters?.name}”上已没有该任务，也没有收到回调，执行结果未知`,
  executor_gone: ({ parameters }) => goneText(parameters?.name),
  node_failed: ({ parameters }) => `节点失败且未被处理：${parameters?.name}`,
  cleanup_failed: ({ parameters }) => `清理节点失败：${parameters?.name}`,
  condition_false: () => "不满足成功条件",
  task_timeout: ({ parameters }) => `所有节点的总执行时间超过 ${parameters?.limitMs} 毫秒`,
  held_too_long: () => "失败后挂起，未在限定时间内得到处理",
  given_up: () => "失败后被人工放弃",
  shards_failed: ({ parameters }) => {
    const { Succeeded = 0, ...others } = parameters?.shards ?? {};
    const counts = Object.entries(others).map(([state, count]) => `${STATES[state] ?? state} ${count} 个`);
    return `部分分片未成功：${[`成功 ${Succeeded} 个`, ...counts].join("，")}`;
  },
};

function issueLine(issue: InputIssue): string {
  return `${issue.pointer.replace(/^\/args(?=\/)/, "")} ${issueText(issue, "zh")}`;
}

export const REASONS_ZH: ReasonWords = {
  due: () => "到达预定时间",
  started: () => "开始执行",
  script_started: ({ script }) => `开始执行，脚本版本 ${script.version}`,
  retry: ({ script, ...retry }) =>
    retryText(retry) + (script === undefined ? "" : `，脚本版本 ${script.version}`),
  attempt_failed: ({ attempt, failure }) => `第 ${attempt} 次执行失败：${failureText(failure)}`,
  snoozed: ({ delayMs, verifies }) =>
    verifies === true
      ? `代码已结束；${delayMs} 毫秒内检查其工作是否完成`
      : `任务请求延后 ${delayMs} 毫秒再执行`,
  taken_over: ({ worker }) => `节点“${worker}”失联，执行器仍在执行：由其他节点接管并等待结果`,
  job_full: ({ limit }) => `任务并发已满：${limit} 个运行中（maxConcurrency）`,
  waits_for_slot: ({ limit, perMs }) =>
    perMs === undefined
      ? `排队等待空闲的并发槽：共 ${limit} 个（maxConcurrency）`
      : `限流排队：每 ${perMs} 毫秒最多开始 ${limit} 个（rateLimit）`,
  waits_for_code: ({ attempt }) => `第 ${attempt} 次执行的代码仍在运行并占用并发槽，重试等待其结束`,
  waits_for_run: ({ other }) => `等待同一去重键的运行“${other}”结束后执行（unique）`,
  slot_given_back: ({ attempt, how, by }) =>
    `第 ${attempt} 次执行占用的并发槽已释放：${by === null ? "" : `由 ${by} `}${GIVERS[how]}`,
  not_unique: ({ other }) => `同一去重键的运行“${other}”正在等待或运行（unique）`,
  debounced: ({ other }) => `触发合并到运行“${other}”，由其使用本次参数执行（debounceMs）`,
  held: () => "任务或应用已暂停，恢复后执行",
  prioritized: ({ by, from, to }) =>
    `${by === null ? "" : `由 ${by} `}${to < FIRST_PRIORITY ? "设为下一个执行" : `将优先级由 ${boundedPriority(from)} 改为 ${to}`}`,
  not_begun: ({ limitMs }) => `等待 ${limitMs} 毫秒仍未开始执行（waitTimeoutMs）`,
  begun_too_late: ({ graceMs, policy }) =>
    `未能在预定时间后 ${graceMs} 毫秒内开始执行，过期策略：${POLICIES[policy] ?? policy}`,
  waiting_limit: ({ limit }) => `任务等待中的运行已达上限：${limit} 个（maxWaiting）`,
  queue_cleared: ({ by }) => `等待队列已被${by === null ? "" : `“${by}”`}清空`,
  execution_cleared: ({ by, ms }) =>
    `执行超过 ${durationText(ms, UNITS_ZH)} 的运行已被${by === null ? "" : `“${by}”`}清理`,
  replaced: ({ by }) => `被后续运行“${by}”覆盖`,
  broadcast: ({ shards }) => `分片广播到 ${shards} 个节点`,
  shards_failed: () => "各分片单独重试",
  task: ({ version, retry, waits }) => {
    if (waits !== undefined) return waitText(waits);
    return retry === undefined ? `按工作流版本 ${version} 执行各节点` : `${retryText(retry)}：重新执行各节点`;
  },
  task_failed: () => "工作流不整体重试",
  shards_skipped: ({ count }) => `${count} 个分片全部被跳过`,
  executor_gone: ({ name }) => goneText(name),
  left_code: () => "应用的代码已不再声明此任务",
  job_disabled: () => "任务已停用",
  no_runner: () => "该节点没有此任务的代码或执行方式",
  executor_rule: (rule) => `该节点不符合任务对节点的要求：${ruleText(rule)}`,
  draining: () => "该节点已停止接收新运行",
  child_args_refused: ({ issues }) =>
    ["父任务传来的参数不符合本任务的要求", ...issues.map(issueLine)].join("；"),
  child_condition_refused: ({ when, position, text }) =>
    `条件 ${when} 无法求值，第 ${position} 个字符处：${text}`,
  chain_too_long: ({ max, path }) => `相互触发的运行已达上限 ${max} 个：${path.join(" → ")}`,
  child_cycle: ({ path }) => `子任务形成循环：${path.join(" → ")}`,
  quota_used_up: ({ quota, limit }) =>
    quota === "maxWaitingRuns"
      ? `应用等待中的运行已达上限：${limit} 个`
      : quota === "maxRunsPerMinute"
        ? `租户本分钟的运行已达上限：${limit} 次`
        : `应用等待中运行的参数已达上限：${limit} 字节`,
  tenant_disabled: () => "租户已停用",
  debug_mode: ({ kind }) => `调试模式：${KINDS[kind] ?? kind}只能手动执行`,
  missed: ({ count, from, to, policy }) =>
    `错过 ${count} 次触发（${from} 至 ${to}），过期策略：${POLICIES[policy] ?? policy}`,
  cancelled: cancelledText,
  retry_cancelled: (parameters) => `不再重试：${cancelledText(parameters)}`,
  job_paused: () => "任务已暂停",
  app_stopped: (given) => stoppedText(given),
  job_deleted: () => "任务已被删除",
  not_retryable: () => "该错误表明重试无效",
  not_retried_on: () => "该错误不在任务的重试范围内",
  no_retries: () => "任务未配置失败重试",
  retries_used_up: ({ count }) => `失败重试次数已用完：共 ${count} 次`,
  result_dropped: ({ problem, issue }) =>
    `执行结果不是 JSON，已丢弃（${issue === undefined ? problem : issueLine(issue)}）`,
  result_truncated: ({ bytes, kept }) => `执行结果过大，已截断：${bytes} 字节，保留 ${kept} 字节`,
  note: ({ text }) => text,
};

function retryText({ number, of }: Pick<ReasonParameters["retry"], "number" | "of">): string {
  return of === null ? `第 ${number} 次重试` : `第 ${number} 次重试，共 ${of} 次`;
}

function ruleText({ minVersion, labels }: ExecutorRule): string {
  const version = minVersion === "" ? [] : [`版本不低于 ${minVersion}`];
  return [...version, ...Object.entries(labels).map((label) => label.join("="))].join("，");
}

function goneText(name: string | undefined): string {
  return `节点“${name}”已无法执行其分片，且任务不允许转到其他节点`;
}

function failureText(failure: FailureSummary): string {
  const words = FAILURES_ZH[failure.code as keyof FailureWords] as FailureWords["timeout"] | undefined;
  return words === undefined || failure.parameters === undefined ? failure.message : words(failure);
}

/** @param given runs of earlier versions have none */
function stoppedText(
  given: { readonly by: string | null; readonly note: string | null } | undefined,
): string {
  const { by = null, note = null } = given ?? {};
  const stopped = by === null ? "应用已停用" : `应用已由 ${by} 停用`;
  return note === null || note === "" ? stopped : `${stopped}：${note}`;
}

function cancelledText({ by, note }: { readonly by: string | null; readonly note: string | null }): string {
  const asked = by === null ? "已按请求取消" : `由 ${by} 取消`;
  return note === null || note === "" ? asked : `${asked}：${note}`;
}

function last(parameters: FailureSummary["parameters"]): string {
  return parameters?.line === undefined ? "" : `：${parameters.line}`;
}

function ignored(parameters: FailureSummary["parameters"]): string {
  if (parameters?.ignoredSignal !== true) return "";
  return `；其代码未响应中断信号，${parameters.stopped ? "已被强制终止" : "仍在运行"}`;
}

/** What a task waits for, and which of its nodes. */
const WAITS: Readonly<Record<TaskWaiting["for"], string>> = {
  held: "因失败挂起，等待处理",
  approval: "等待审批",
  signal: "等待信号",
  paused: "已手动暂停",
  check: "等待检查条件成立",
  time: "等待到时",
  retry: "等待节点重试",
};

function waitText({ for: kind, node }: TaskWaiting): string {
  return node === null ? WAITS[kind] : `${WAITS[kind]}：${node}`;
}
