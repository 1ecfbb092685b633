import { error, retryable, type CodeRow } from "../code-row.ts";

/** Of the store, the runtime, and the way to them. */
export const PLATFORM_CODES = {
  store_unavailable: retryable(2, 1, {
    error: [503, "Store is unavailable", "存储不可用"],
    detail: "调度器暂时无法访问其存储，请稍后重试。",
    means: ["The store does not respond, or responds with an error", "存储不可用"],
    advice: [
      "Try again later; look at the database's health and at the server's reports",
      "稍后重试；检查数据库状态和服务端日志",
    ],
  }) as CodeRow,
  lock_held: retryable(2, 3, {
    error: [503, "Busy", "繁忙"],
    detail: "另一个进程正在处理，请稍后重试。",
    means: ["Another process does this at the moment", "另一进程正在执行同样的操作"],
    advice: ["Try again later", "稍后重试"],
  }) as CodeRow,
  audit_unavailable: retryable(2, 4, {
    error: [503, "The audit cannot be written", "审计无法写入"],
    detail: "严格审计模式下，无法写入审计时不执行任何修改，请稍后重试。",
    means: [
      "The audit cannot be written, and nothing is changed without its entry (`MOJOB_AUDIT=strict`)",
      "审计无法写入，严格模式下不执行任何修改",
    ],
    advice: [
      "Try again later; look at the database's health and at the server's reports",
      "稍后重试；检查数据库状态和服务端日志",
    ],
  }) as CodeRow,
  runtime_unavailable: retryable(3, 1, {
    error: [503, "Runtime is unavailable", "运行时不可用"],
    detail: "调度器暂时无法访问其运行时，请稍后重试。",
    means: ["The runtime that carries runs does not respond", "运行时不可用"],
    advice: ["Try again later; look at the health of Temporal", "稍后重试；检查 Temporal 的状态"],
  }) as CodeRow,
  shutting_down: retryable(3, 2, {
    error: [503, "Shutting down", "服务正在停止"],
    detail: "请在服务恢复后重试。",
    means: ["The process is about to stop", "进程正在停机"],
    advice: ["Ask another process, or again when this one is back", "稍后重试或访问其他进程"],
  }) as CodeRow,
  feature_missing: error(3, 5, {
    error: [501, "Feature is missing", "功能未启用"],
    detail: "调度器启动时未启用此功能。",
    means: [
      "The scheduler was opened without the feature that the call belongs to",
      "调度器启动时未启用此功能",
    ],
    advice: [
      "Put the feature into `features` where the scheduler is opened",
      "在启动调度器的 `features` 中加入该功能",
    ],
  }) as CodeRow,
  unreachable: retryable(3, 3, {
    means: ["The scheduler's server did not respond to the client", "客户端无法访问调度中心"],
    advice: [
      "Look at the address, the network and whether the server runs",
      "检查地址、网络和调度中心是否在运行",
    ],
  }) as CodeRow,
  foreign_response: error(3, 4, {
    means: [
      "The response is not the scheduler's, but for example a proxy's",
      "返回内容不是调度中心的，可能来自代理",
    ],
    advice: ["Look at the address and at what stands between client and server", "检查地址以及中间的代理"],
  }) as CodeRow,
};
