import { type ErrorRow, error } from "./error-row.ts";

/** Of the store, the runtime, and the way to them. */
export const PLATFORM_ERRORS: Readonly<Record<string, ErrorRow>> = {
  store_unavailable: error(
    2,
    1,
    {
      means: "The store does not respond, or responds with an error",
      advice: "Try again later; look at the database's health and at the server's reports",
    },
    { means: "存储不可用", advice: "稍后重试；检查数据库状态和服务端日志" },
    { isRetryable: true },
  ),
  lock_held: error(
    2,
    3,
    { means: "Another process does this at the moment", advice: "Try again later" },
    { means: "另一进程正在执行同样的操作", advice: "稍后重试" },
    { isRetryable: true },
  ),
  audit_unavailable: error(
    2,
    4,
    {
      means: "The audit cannot be written, and nothing is changed without its entry (`MOJOB_AUDIT=strict`)",
      advice: "Try again later; look at the database's health and at the server's reports",
    },
    { means: "审计无法写入，严格模式下不执行任何修改", advice: "稍后重试；检查数据库状态和服务端日志" },
    { isRetryable: true },
  ),
  runtime_unavailable: error(
    3,
    1,
    {
      means: "The runtime that carries runs does not respond",
      advice: "Try again later; look at the health of Temporal",
    },
    { means: "运行时不可用", advice: "稍后重试；检查 Temporal 的状态" },
    { isRetryable: true },
  ),
  shutting_down: error(
    3,
    2,
    { means: "The process is about to stop", advice: "Ask another process, or again when this one is back" },
    { means: "进程正在停机", advice: "稍后重试或访问其他进程" },
    { isRetryable: true },
  ),
  unreachable: error(
    3,
    3,
    {
      means: "The scheduler's server did not respond to the client",
      advice: "Look at the address, the network and whether the server runs",
    },
    { means: "客户端无法访问调度中心", advice: "检查地址、网络和调度中心是否在运行" },
    { isRetryable: true },
  ),
  foreign_response: error(
    3,
    4,
    {
      means: "The response is not the scheduler's, but for example a proxy's",
      advice: "Look at the address and at what stands between client and server",
    },
    { means: "返回内容不是调度中心的，可能来自代理", advice: "检查地址以及中间的代理" },
  ),
  feature_missing: error(
    3,
    5,
    {
      means: "The scheduler was opened without the feature that the call belongs to",
      advice: "Put the feature into `features` where the scheduler is opened",
    },
    { means: "调度器启动时未启用此功能", advice: "在启动调度器的 `features` 中加入该功能" },
  ),
};
