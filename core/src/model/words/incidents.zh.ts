import { durationText, UNITS_ZH } from "./duration-text.ts";
import type { IncidentWords } from "./language.ts";

export const INCIDENTS_ZH: IncidentWords = {
  run_failed: ({ count, attempts, error }) =>
    `${count === 1 ? `运行失败${attempts > 1 ? `（已执行 ${attempts} 次）` : ""}` : `已有 ${count} 个运行失败`}${error === null ? "" : `：${error}`}`,
  failures_in_row: ({ row, error }) => `已连续失败 ${row} 次${error === null ? "" : `，最近一次：${error}`}`,
  no_success: ({ since, error }, time) =>
    `自 ${time(since)} 起没有运行成功${error === null ? "" : `：${error}`}`,
  missed: ({ count, from, to }, time) =>
    count === 1
      ? `错过了 ${time(from)} 的调度：当时没有调度中心在运行`
      : `错过了 ${time(from)} 至 ${time(to)} 的 ${count} 次调度：当时没有调度中心在运行`,
  late: ({ due }, time) => `${time(due)} 的调度尚未开始执行`,
  waiting: ({ since }, time) => `有运行自 ${time(since)} 起一直在等待`,
  slow: ({ began, medianMs, mostMs }, time) =>
    `${time(began)} 开始的运行已超过 ${duration(mostMs)}，耗时中位数为 ${duration(medianMs)}`,
  no_worker: ({ jobs, keys, online }) =>
    `${online === 0 ? "没有在线节点" : "没有可执行的在线节点"}，${jobs} 个任务无法执行：${listed(keys, jobs)}`,
  backlog: ({ waiting, most }) => `有 ${waiting} 个运行在等待，预期不超过 ${most} 个`,
  firing_stopped: ({ since, jobs, keys }, time) =>
    `自 ${time(since)} 起没有任何调度，${jobs} 个任务已到点：${listed(keys, jobs)}`,
  control_plane_down: ({ online, least }) => `在线调度中心 ${online} 个，应有 ${least} 个`,
  store_unavailable: ({ from, to }, time) => `存储在 ${time(from)} 至 ${time(to)} 期间不可用`,
  no_heartbeat: ({ heartbeat, due, failed, last }, time) =>
    `${heartbeat} ${failed === null ? `未按时上报，应于 ${time(due ?? "")} 上报` : `于 ${time(failed)} 上报失败`}；${last === null ? "从未成功" : `最近一次成功：${time(last)}`}`,
  clock_off: ({ aheadMs }) =>
    `调度中心的时钟比存储${aheadMs > 0 ? "快" : "慢"} ${duration(Math.abs(aheadMs))}`,
  token_expiring: ({ token, owner, expires, hasExpired }, time) =>
    `令牌 ${token}${owner === null ? "" : `（${owner}）`}${hasExpired ? "已于" : "将于"} ${time(expires)} 过期，请在“令牌”页面轮换`,
  task_held: ({ since, node, until }, time) =>
    `工作流自 ${time(since)} 起${node === null ? "" : `因 ${node} 失败`}挂起，等待处理${until === null ? "" : `，将于 ${time(until)} 失败`}`,
  approval_pending: ({ since, node, until }, time) =>
    `工作流自 ${time(since)} 起等待审批${node === null ? "" : `：${node}`}${until === null ? "" : `，截止 ${time(until)}`}`,
  task_waiting: ({ since, node }, time) =>
    `工作流${node === null ? "" : `在 ${node} `}自 ${time(since)} 起一直等待`,
  code_goes_on: ({ since, worker }, time) =>
    `${time(since)} 已结束的执行，其代码仍在 ${worker} 上运行并占用并发槽：请释放，或重启该节点`,
  fires_skipped: ({ row }) => `任务已满，连续 ${row} 次调度被跳过`,
};

function duration(ms: number): string {
  return durationText(ms, UNITS_ZH);
}

function listed(keys: readonly string[], all: number): string {
  return `${keys.join("、")}${all > keys.length ? ` 等 ${all} 个` : ""}`;
}
