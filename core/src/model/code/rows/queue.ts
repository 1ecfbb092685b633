import {
  error,
  reason,
  retryable,
  type CauseRow,
  type CodeRow,
  type FailureRow,
  type ReasonRow,
} from "../code-row.ts";
import * as en from "../parts.en.ts";
import * as zh from "../parts.zh.ts";
import type { Deed, SlotGiver } from "../given.ts";
import type { MisfirePolicy } from "../../option/value/misfire-options.ts";
import type { JobKind } from "../../option/job-kind.ts";
import { boundedPriority, FIRST_PRIORITY } from "../../option/value/priority.ts";

/** Why a run waits, or did not get its turn. */
export const QUEUE_CODES = {
  wait_timeout: retryable(12, 1, {
    means: ["A node waited longer for its job than it may", "节点等待任务超时"],
    advice: [
      "Raise the job's `maxConcurrency`, or `waitTimeoutMs` of the node",
      "提高任务的 maxConcurrency，或节点的 waitTimeoutMs",
    ],
  }) as CodeRow,
  queue_cleared: retryable(12, 2, {
    means: ["Somebody cleared the queue in which it waited", "等待队列被人工清空"],
    advice: [
      "The history says who; a node with `retry` has another run",
      "查看操作历史；设置了 retry 的节点会再次运行",
    ],
    reason: [
      ({ by }) => `The queue in which it waited was cleared${by === null ? "" : ` by ${by}`}`,
      ({ by }) => `等待队列已被${by === null ? "" : `“${by}”`}清空`,
    ],
  }) as ReasonRow<{ readonly by: string | null }>,
  execution_cleared: retryable(12, 3, {
    means: ["Somebody cleared what ran for so long", "执行时间过长，被人工清理"],
    advice: [
      "The history says who; a node with `retry` has another run",
      "查看操作历史；设置了 retry 的节点会再次运行",
    ],
    reason: [
      ({ by, ms }) =>
        `What ran for longer than ${en.duration(ms)} was cleared${by === null ? "" : ` by ${by}`}`,
      ({ by, ms }) => `执行超过 ${zh.duration(ms)} 的运行已被${by === null ? "" : `“${by}”`}清理`,
    ],
  }) as ReasonRow<{ readonly by: string | null; readonly ms: number }>,
  waited_too_long: retryable(12, 4, {
    means: ["It waited longer than its `waitTimeoutMs`", "等待超时"],
    advice: [
      "Raise `maxConcurrency`, start more workers, or let it wait longer",
      "提高 maxConcurrency、增加节点，或延长等待时间",
    ],
    failure: [
      ({ limitMs }) => `It waited longer than ${limitMs} ms (waitTimeoutMs)`,
      ({ limitMs }) => `等待超时，超过 ${limitMs} 毫秒（waitTimeoutMs）`,
    ],
  }) as FailureRow,
  waiting_limit: retryable(12, 5, {
    error: [429, "As many runs of the job wait as may wait", "任务等待中的运行已达上限"],
    detail: "请等待部分运行开始，或取消一些运行，或提高 maxWaiting。",
    means: ["As many runs of the job wait as may wait", "任务等待中的运行已达上限"],
    advice: ["Try again later, or raise `maxWaiting`", "稍后重试，或提高 maxWaiting"],
    reason: [
      ({ limit }) => `${limit} runs of the job wait already (maxWaiting)`,
      ({ limit }) => `任务等待中的运行已达上限：${limit} 个（maxWaiting）`,
    ],
  }) as ReasonRow<{ readonly limit: number }>,
  quota_used_up: retryable(12, 6, {
    means: ["As much of the app waits as may wait", "应用等待中的运行已达上限"],
    advice: ["Try again later, or raise the quota", "稍后重试，或提高配额"],
    reason: [
      ({ quota, limit }) =>
        quota === "maxRunsPerMinute"
          ? `The tenant's quota is used up: ${limit} runs in this minute`
          : `The app's quota is used up: ${limit} ${quota === "maxWaitingRuns" ? "runs" : "bytes of arguments"} wait`,
      ({ quota, limit }) =>
        quota === "maxWaitingRuns"
          ? `应用等待中的运行已达上限：${limit} 个`
          : quota === "maxRunsPerMinute"
            ? `租户本分钟的运行已达上限：${limit} 次`
            : `应用等待中运行的参数已达上限：${limit} 字节`,
    ],
  }) as ReasonRow<{
    readonly quota: "maxWaitingRuns" | "maxWaitingBytes" | "maxRunsPerMinute";
    readonly limit: number;
  }>,
  job_full: retryable(12, 7, {
    means: ["Every slot of the job was taken, and it skips what comes then", "任务并发已满，本次被跳过"],
    advice: [
      "Raise `maxConcurrency`, or have it queue (`whenFull`)",
      "提高 maxConcurrency，或设置排队（whenFull）",
    ],
    reason: [
      ({ limit }) => `The job was full: ${limit} of ${limit} running (maxConcurrency)`,
      ({ limit }) => `任务并发已满：${limit} 个运行中（maxConcurrency）`,
    ],
  }) as ReasonRow<{ readonly limit: number }>,
  begun_too_late: error(12, 8, {
    means: ["A fire could not begin within its grace", "触发未能在允许的时间内开始"],
    advice: [
      "Look at why it waited; `misfire` says what is made up for",
      "检查等待原因；misfire 规定是否补偿",
    ],
    reason: [
      ({ graceMs, policy }) => `It could not begin within ${graceMs} ms of its time, policy "${policy}"`,
      ({ graceMs, policy }) =>
        `未能在预定时间后 ${graceMs} 毫秒内开始执行，过期策略：${zh.POLICIES[policy] ?? policy}`,
    ],
  }) as ReasonRow<{ readonly graceMs: number; readonly policy: MisfirePolicy }>,
  /** `other` is the id of the run that was there. */
  not_unique: error(12, 9, {
    means: ["Another run of the same unique key waits or runs", "同一去重键已有运行"],
    advice: ["Nothing, or look at the other run", "通常无需处理，可查看另一运行"],
    reason: [
      ({ other }) => `Run "${other}" of the same key waits or runs (unique)`,
      ({ other }) => `同一去重键的运行“${other}”正在等待或运行（unique）`,
    ],
  }) as ReasonRow<{ readonly other: string }>,
  /** `other` is the id of the run that has its arguments. */
  debounced: error(12, 10, {
    means: ["Another run has taken over its arguments", "触发已合并到另一运行"],
    advice: ["Nothing: the other run is executed with them", "无需处理，由另一运行执行"],
    reason: [
      ({ other }) => `Run "${other}" begins with its arguments (debounceMs)`,
      ({ other }) => `触发合并到运行“${other}”，由其使用本次参数执行（debounceMs）`,
    ],
  }) as ReasonRow<{ readonly other: string }>,
  /** `by` is the newer run's id. */
  replaced: error(12, 11, {
    means: ["A newer run took its place", "被后续运行覆盖"],
    advice: ["Nothing, or look at the newer run", "通常无需处理，可查看后续运行"],
    reason: [({ by }) => `Replaced by run "${by}"`, ({ by }) => `被后续运行“${by}”覆盖`],
  }) as ReasonRow<{ readonly by: string }>,
  /** `from` and `to` are ISO 8601. */
  missed: error(12, 12, {
    means: [
      "Fires were missed, and the misfire policy does not make up for them",
      "错过触发，过期策略不补偿",
    ],
    advice: ["Look at the outage; run it by hand where it is needed", "检查停机原因，需要时手动执行"],
    reason: [
      ({ count, from, to, policy }) =>
        `${count === 1 ? "1 fire was" : `${count} fires were`} missed (${from} to ${to}), policy "${policy}"`,
      ({ count, from, to, policy }) =>
        `错过 ${count} 次触发（${from} 至 ${to}），过期策略：${zh.POLICIES[policy] ?? policy}`,
    ],
    cause: [
      ({ count, from, to, policy }, time) =>
        `Nothing could fire then: ${count === 1 ? "this fire was" : `${count} fires from ${time(from)} to ${time(to)} were`} missed${policy === null ? "" : ` (misfire.policy "${policy}")`}`,
      ({ count, from, to, policy }, time) =>
        `当时无法调度：${count === 1 ? "该次" : `${time(from)} 至 ${time(to)} 的 ${count} 次`}调度已错过${policy === null ? "" : `（misfire.policy “${policy}”）`}`,
    ],
  }) as ReasonRow<{
    readonly count: number;
    readonly from: string;
    readonly to: string;
    readonly policy: MisfirePolicy;
  }> &
    CauseRow<{
      readonly run: string;
      readonly count: number;
      readonly from: string;
      readonly to: string;
      readonly policy: MisfirePolicy | null;
    }>,
  /** Somebody skipped the fire before its time. */
  fire_skipped: error(12, 16, {
    means: ["Somebody skipped the fire before its time", "该次触发已被人工跳过"],
    advice: ["Nothing; a backfill makes up for it where it is needed", "通常无需处理，需要时可补数"],
    reason: [
      ({ by, note }) =>
        `Skipped before its time${by === null ? "" : ` by ${by}`}${note === null ? "" : `: ${note}`}`,
      ({ by, note }) => `${by === null ? "" : `由 ${by} `}提前跳过${note === null ? "" : `：${note}`}`,
    ],
  }) as ReasonRow<{ readonly by: string | null; readonly note: string | null }>,
  debug_mode: error(12, 13, {
    means: ["Debug mode suppresses what is not started by hand", "调试模式下不自动执行"],
    advice: ["Switch debug mode off, or start it by hand", "关闭调试模式，或手动执行"],
    reason: [
      ({ kind }) => `Debug mode: ${kind} jobs run only by hand`,
      ({ kind }) => `调试模式：${zh.KINDS[kind] ?? kind}只能手动执行`,
    ],
  }) as ReasonRow<{ readonly kind: JobKind }>,
  job_paused: error(12, 14, {
    means: ["The job was paused, and what waited was to end", "任务已暂停，等待中的运行被取消"],
    advice: ["Resume it", "恢复任务"],
    reason: ["The job was paused", "任务已暂停"],
  }) as ReasonRow,
  /** Runs of earlier versions have no parameters. */
  app_stopped: error(12, 15, {
    means: ["The app was stopped, and what waited was to end", "应用已停用，等待中的运行被取消"],
    advice: ["Start the app again", "启用应用"],
    reason: [en.stopped, zh.stopped],
    cause: [
      ({ app, until, ...deed }, time) =>
        `App "${app}" was stopped${en.said(deed, time)}${en.ending(until, time)}`,
      ({ app, until, ...deed }, time) => `应用“${app}”已停用${zh.did(deed, time)}${zh.ending(until, time)}`,
    ],
  }) as ReasonRow<{ readonly by: string | null; readonly note: string | null }> &
    CauseRow<Deed & { readonly app: string; readonly since: string; readonly until: string | null }>,
  /** Enqueued, or Failed before a retry: every slot of its lane is taken, or others wait before it. With `perMs` so many may begin within that time; else so many may run. */
  waits_for_slot: reason(
    ({ limit, perMs }) =>
      perMs === undefined
        ? `Waits for a slot: ${limit} of ${limit} in use (maxConcurrency)`
        : `Waits for its turn: ${limit} may begin within ${perMs} ms (rateLimit)`,
    ({ limit, perMs }) =>
      perMs === undefined
        ? `排队等待空闲的并发槽：共 ${limit} 个（maxConcurrency）`
        : `限流排队：每 ${perMs} 毫秒最多开始 ${limit} 个（rateLimit）`,
  ) as ReasonRow<{ readonly limit: number; readonly perMs?: number }>,
  /** Failed before a retry: the code of `attempt` goes on. */
  waits_for_code: reason(
    ({ attempt }) => `The code of attempt ${attempt} still runs and holds its slot: the retry waits for it`,
    ({ attempt }) => `第 ${attempt} 次执行的代码仍在运行并占用并发槽，重试等待其结束`,
  ) as ReasonRow<{ readonly attempt: number }>,
  /** Enqueued: a run of the same unique key has begun, and this one is executed after it. `other` is the id of the run that it waits for. */
  waits_for_run: reason(
    ({ other }) => `Waits for run "${other}" of the same key to end (unique: replace)`,
    ({ other }) => `等待同一去重键的运行“${other}”结束后执行（unique）`,
  ) as ReasonRow<{ readonly other: string }>,
  /** In the state that it was in: abandoned code held the slot. */
  slot_given_back: reason(
    ({ attempt, how, by }) =>
      `Slot of attempt ${attempt} given back: ${en.GIVERS[how]}${by === null ? "" : ` by ${by}`}`,
    ({ attempt, how, by }) =>
      `第 ${attempt} 次执行占用的并发槽已释放：${by === null ? "" : `由 ${by} `}${zh.GIVERS[how]}`,
  ) as ReasonRow<{ readonly attempt: number } & SlotGiver>,
  held: reason("Held until the job or its app is resumed", "任务或应用已暂停，恢复后执行") as ReasonRow,
  /** Enqueued, or Failed before a retry, as before. A `to` below 1 made it the next of its lane. */
  prioritized: reason(
    ({ by, from, to }) =>
      `${to < FIRST_PRIORITY ? "Made the next to begin" : `Priority changed from ${boundedPriority(from)} to ${to}`}${by === null ? "" : ` by ${by}`}`,
    ({ by, from, to }) =>
      `${by === null ? "" : `由 ${by} `}${to < FIRST_PRIORITY ? "设为下一个执行" : `将优先级由 ${boundedPriority(from)} 改为 ${to}`}`,
  ) as ReasonRow<{ readonly by: string | null; readonly from: number; readonly to: number }>,
};
