import { type ErrorRow, error } from "./error-row.ts";

/** What is wrong with a request before the scheduler has read it. */
export const API_ERRORS: Readonly<Record<string, ErrorRow>> = {
  malformed_json: error(
    15,
    1,
    { means: "The body is not JSON", advice: "Send JSON in UTF-8" },
    { means: "请求体不是 JSON", advice: "发送 UTF-8 编码的 JSON" },
  ),
  not_found: error(
    15,
    2,
    {
      means: "The API has no such route",
      advice: "Look at the path and the version; `/openapi.json` lists all",
    },
    { means: "接口不存在", advice: "检查路径和版本；/openapi.json 列出全部接口" },
  ),
  method_not_allowed: error(
    15,
    3,
    { means: "The route does not take this method", advice: "Read `Allow` of the response" },
    { means: "接口不支持该方法", advice: "查看响应的 Allow" },
  ),
  body_too_large: error(
    15,
    4,
    { means: "The body is larger than it may be", advice: "Send less, or raise the limit of the server" },
    { means: "请求体过大", advice: "减少内容，或提高服务端上限" },
  ),
  unsupported_media_type: error(
    15,
    5,
    { means: "The body is of another media type", advice: "Send `application/json`" },
    { means: "请求体的媒体类型不支持", advice: "使用 application/json" },
  ),
  precondition_required: error(
    15,
    6,
    { means: "The call needs `If-Match`", advice: "Read the resource, and send its ETag" },
    { means: "调用需要 If-Match", advice: "先读取资源，再带上其 ETag" },
  ),
  registration_closed: error(
    15,
    7,
    {
      means: "Jobs cannot be registered with a call on this server",
      advice: "Switch `MOJOB_HTTP_REGISTRATION` on, or register with a worker",
    },
    { means: "服务端未开放接口注册", advice: "开启 MOJOB_HTTP_REGISTRATION，或由节点注册" },
  ),
  too_many_streams: error(
    15,
    8,
    { means: "As many event streams are open as may be", advice: "Close one, or try again later" },
    { means: "事件流数量已达上限", advice: "关闭部分连接，或稍后重试" },
    { isRetryable: true },
  ),
  preview_busy: error(
    15,
    9,
    {
      means: "Other previews are under way",
      advice: "Try again when they are done",
    },
    { means: "其他预览正在进行", advice: "稍后重试" },
    { isRetryable: true },
  ),
  too_many_calls: error(
    15,
    11,
    {
      means: "A token has made as many calls as it may within a minute",
      advice: "Wait as `Retry-After` says, or raise `MOJOB_MAX_CALLS_PER_MINUTE`",
    },
    {
      means: "该令牌在一分钟内的调用次数已达上限",
      advice: "按 Retry-After 等待，或提高 MOJOB_MAX_CALLS_PER_MINUTE",
    },
    { isRetryable: true },
  ),
  view_not_found: error(
    15,
    12,
    {
      means: "No saved view has this id, or none that the caller may see",
      advice: "Read the list of views again",
    },
    { means: "视图不存在或无权查看", advice: "重新读取视图列表" },
  ),
  internal_error: error(
    15,
    10,
    {
      means: "Something went wrong that nobody foresaw",
      advice: "Look for `instance` in the server's reports, and report it",
    },
    { means: "服务端内部错误", advice: "按 instance 在服务端日志中查找并反馈" },
  ),
};
