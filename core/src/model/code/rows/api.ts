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
  summary_not_found: error(15, 22, {
    error: [404, "Summary not found", "汇总邮件不存在"],
    detail: "汇总邮件不存在或无权查看，请刷新列表。",
    means: ["No summary of reports has this id, or none that the caller may see", "汇总邮件不存在或无权查看"],
    advice: ["Read the list of summaries again", "重新读取汇总邮件列表"],
  }) as CodeRow,
  backfill_not_found: error(15, 13, {
    error: [404, "Backfill not found", "补数不存在"],
    detail: "补数不存在或无权查看，请刷新列表。",
    means: ["No backfill has this id, or none that the caller may see", "补数不存在或无权查看"],
    advice: ["Read the list of backfills again", "重新读取补数列表"],
  }) as CodeRow,
  backfill_ended: error(15, 14, {
    error: [409, "The backfill has ended", "补数已结束"],
    detail: "已结束的补数不能再更改，需要时请新建一个。",
    means: [
      "The backfill is completed or cancelled, so that nothing of it can be changed",
      "补数已完成或已取消，不能再更改",
    ],
    advice: ["Begin another one: it leaves alone what has its run", "新建补数：已有运行的触发不会重复执行"],
  }) as CodeRow,
  window_not_found: error(15, 20, {
    error: [404, "Window not found", "窗口不存在"],
    detail: "窗口不存在、已被移除或无权查看，请刷新列表。",
    means: ["No window has this id, or none that the caller may see", "窗口不存在或无权查看"],
    advice: ["Read the list of windows again", "重新读取窗口列表"],
  }) as CodeRow,
  window_over: error(15, 21, {
    error: [409, "The window is over", "窗口已结束"],
    detail: "已结束的窗口不能再更改，需要时请新建一个。",
    means: ["The window is over, so that nothing of it can be changed", "窗口已结束，不能再更改"],
    advice: ["Make another one", "新建窗口"],
  }) as CodeRow,
  fire_decided: error(15, 15, {
    error: [409, "The fire is decided", "该次触发已处理"],
    detail: "该次触发已有运行，可在运行列表中查看。",
    means: [
      "The fire has a run already, or a record that it was skipped: nothing more can be decided about it",
      "该次触发已有运行或跳过记录，不能再更改",
    ],
    advice: ["Look at its run", "查看对应的运行"],
  }) as CodeRow,
  spread_not_found: error(15, 16, {
    error: [404, "Spread not found", "错峰记录不存在"],
    detail: "错峰记录不存在或无权查看，请刷新列表。",
    means: ["No spread has this id, or none that the caller may see", "错峰记录不存在或无权查看"],
    advice: ["Read the list of spreads again", "重新读取错峰列表"],
  }) as CodeRow,
  spread_undone: error(15, 17, {
    error: [409, "The spread is undone already", "错峰已撤销"],
    detail: "该错峰已撤销，不能再次撤销。",
    means: ["Somebody has taken the spread back already", "该错峰已被撤销"],
    advice: ["Nothing: its jobs have the values of before", "无需处理：任务已恢复原值"],
  }) as CodeRow,
  calendar_not_found: error(15, 18, {
    error: [404, "Calendar not found", "日历不存在"],
    detail: "日历不存在，请刷新列表。",
    means: ["No calendar has this key", "没有此标识的日历"],
    advice: ["Read the list of calendars again", "重新读取日历列表"],
  }) as CodeRow,
  calendar_in_use: error(15, 19, {
    error: [409, "The calendar is in use", "日历正在使用"],
    detail: "仍有任务或其他日历使用此日历，不能删除。",
    means: [
      "Jobs fire by the calendar, or other calendars extend it",
      "有任务按此日历触发，或有其他日历继承它",
    ],
    advice: [
      "Take it out of the jobs and calendars that the message names",
      "先在提示的任务或日历中取消使用",
    ],
  }) as CodeRow,
  export_not_found: error(15, 30, {
    error: [404, "Export not found", "导出不存在"],
    detail: "导出不存在、已过期或无权查看，请刷新列表。",
    means: [
      "No export has this id, or the caller does not hold the rights with which it was made",
      "导出不存在，或调用者不具备创建它时的权限",
    ],
    advice: ["Read the list of exports again, or make another one", "重新读取导出列表，或重新导出"],
  }) as CodeRow,
  export_not_ready: error(15, 31, {
    error: [409, "The export is not ready", "导出尚未完成"],
    detail: "导出尚未完成，或已取消。",
    means: ["Its file is read once it is `ready`", "导出完成后才能下载"],
    advice: ["Read the export again, and look at its state", "重新读取导出并查看其状态"],
  }) as CodeRow,
  archive_not_found: error(15, 32, {
    error: [404, "Archive not found", "归档不存在"],
    detail: "归档不存在、已过期或已删除，请刷新列表。",
    means: ["No archive has this id", "没有此编号的归档"],
    advice: ["Read the list of archives again, or import the file again", "重新读取归档列表，或重新导入文件"],
  }) as CodeRow,
  archive_refused: error(15, 33, {
    error: [422, "The file cannot be imported", "文件无法导入"],
    detail: "文件不是完整、未改动的导出文件，未保存任何内容。",
    means: [
      "The file is no export, is damaged or cut off, or larger than it may be; nothing of it is kept",
      "文件不是导出文件、已损坏、不完整或过大，未保存任何内容",
    ],
    advice: [
      "The message names the line and what was wanted there: download the export again, and import it again",
      "按提示的行号和原因检查，重新下载导出文件后再导入",
    ],
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
