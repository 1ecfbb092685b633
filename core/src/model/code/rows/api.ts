import { error, retryable, type CodeRow } from "../code-row.ts";

/** What is wrong with a request before the scheduler has read it. */
export const API_CODES = {
  malformed_json: error(15, 1, {
    request: [400, "Malformed JSON", "不是有效的 JSON"],
    detail: "请求内容无法解析。",
    means: ["The body is not JSON", "请求体不是 JSON"],
    advice: ["Send JSON in UTF-8", "发送 UTF-8 编码的 JSON"],
  }) as CodeRow,
  not_found: error(15, 2, {
    request: [404, "No such route", "地址不存在"],
    detail: "调度器没有这个接口，版本可能不一致。",
    means: ["The API has no such route", "接口不存在"],
    advice: [
      "Look at the path and the version; `/openapi.json` lists all",
      "检查路径和版本；/openapi.json 列出全部接口",
    ],
  }) as CodeRow,
  method_not_allowed: error(15, 3, {
    request: [405, "Method is not allowed", "不支持该方法"],
    detail: "调度器不支持此操作，版本可能不一致。",
    means: ["The route does not take this method", "接口不支持该方法"],
    advice: ["Read `Allow` of the response", "查看响应的 Allow"],
  }) as CodeRow,
  body_too_large: error(15, 4, {
    request: [413, "Body is too large", "内容过大"],
    detail: "请求最多 1 MiB。",
    means: ["The body is larger than it may be", "请求体过大"],
    advice: ["Send less, or raise the limit of the server", "减少内容，或提高服务端上限"],
  }) as CodeRow,
  unsupported_media_type: error(15, 5, {
    request: [415, "Unsupported media type", "内容类型不支持"],
    detail: "请求应为 UTF-8 编码的 JSON。",
    means: ["The body is of another media type", "请求体的媒体类型不支持"],
    advice: ["Send `application/json`", "使用 application/json"],
  }) as CodeRow,
  precondition_required: error(15, 6, {
    request: [428, "Precondition is required", "缺少版本号"],
    detail: "修改时必须注明所依据的版本。",
    means: ["The call needs `If-Match`", "调用需要 If-Match"],
    advice: ["Read the resource, and send its ETag", "先读取资源，再带上其 ETag"],
  }) as CodeRow,
  registration_closed: error(15, 7, {
    request: [403, "Registration over HTTP is off", "未开放 HTTP 注册"],
    detail: "此调度器不接受通过 HTTP 注册任务。",
    means: ["Jobs cannot be registered with a call on this server", "服务端未开放接口注册"],
    advice: [
      "Switch `MOJOB_HTTP_REGISTRATION` on, or register with a worker",
      "开启 MOJOB_HTTP_REGISTRATION，或由节点注册",
    ],
  }) as CodeRow,
  too_many_streams: retryable(15, 8, {
    request: [429, "Too many event streams", "实时连接过多"],
    detail: "请关闭一些页面后重试。",
    means: ["As many event streams are open as may be", "事件流数量已达上限"],
    advice: ["Close one, or try again later", "关闭部分连接，或稍后重试"],
  }) as CodeRow,
  preview_busy: retryable(15, 9, {
    request: [429, "Other checks and previews are under way", "正在进行其他校验或预览"],
    detail: "同时进行的校验与预览数量有限，请稍后再试。",
    means: ["Other previews are under way", "其他预览正在进行"],
    advice: ["Try again when they are done", "稍后重试"],
  }) as CodeRow,
  too_many_calls: retryable(15, 11, {
    request: [429, "Too many calls", "调用过于频繁"],
    detail: "该令牌在一分钟内的调用次数已达上限，请稍后再试。",
    means: ["A token has made as many calls as it may within a minute", "该令牌在一分钟内的调用次数已达上限"],
    advice: [
      "Wait as `Retry-After` says, or raise `MOJOB_MAX_CALLS_PER_MINUTE`",
      "按 Retry-After 等待，或提高 MOJOB_MAX_CALLS_PER_MINUTE",
    ],
  }) as CodeRow,
  view_not_found: error(15, 12, {
    error: [404, "View not found", "视图不存在"],
    detail: "视图不存在或无权查看，请刷新列表。",
    means: ["No saved view has this id, or none that the caller may see", "视图不存在或无权查看"],
    advice: ["Read the list of views again", "重新读取视图列表"],
  }) as CodeRow,
  internal_error: error(15, 10, {
    request: [500, "Internal error", "服务端出错"],
    detail: "请凭编号在服务端日志中查找原因。",
    means: ["Something went wrong that nobody foresaw", "服务端内部错误"],
    advice: [
      "Look for `instance` in the server's reports, and report it",
      "按 instance 在服务端日志中查找并反馈",
    ],
  }) as CodeRow,
};
