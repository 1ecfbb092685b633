import type { FailureSummary, Reason } from "../reason.ts";
import { errorNumber, NO_ERROR } from "./error-number.ts";
import { ACCESS_ERRORS } from "./rows/access-errors.ts";
import { IDENTITY_ERRORS } from "./rows/identity-errors.ts";
import { ALARM_ERRORS } from "./rows/alarm-errors.ts";
import { API_ERRORS } from "./rows/api-errors.ts";
import { DEFINITION_ERRORS } from "./rows/definition-errors.ts";
import type { ErrorRow, ErrorWords } from "./rows/error-row.ts";
import { FILE_ERRORS } from "./rows/file-errors.ts";
import { NO_ERRORS } from "./rows/no-errors.ts";
import { PLATFORM_ERRORS } from "./rows/platform-errors.ts";
import { QUEUE_ERRORS } from "./rows/queue-errors.ts";
import { RESOURCE_ERRORS } from "./rows/resource-errors.ts";
import { TASK_ERRORS } from "./rows/task-errors.ts";
import { WORK_ERRORS } from "./rows/work-errors.ts";
import { WORKER_ERRORS } from "./rows/worker-errors.ts";

/** Every code that is an error, with its number and what is known of it. */
export const ERROR_TABLE: Readonly<Record<string, ErrorRow>> = {
  ...DEFINITION_ERRORS,
  ...PLATFORM_ERRORS,
  ...WORKER_ERRORS,
  ...WORK_ERRORS,
  ...FILE_ERRORS,
  ...TASK_ERRORS,
  ...RESOURCE_ERRORS,
  ...QUEUE_ERRORS,
  ...ACCESS_ERRORS,
  ...IDENTITY_ERRORS,
  ...API_ERRORS,
  ...ALARM_ERRORS,
};

/** The domains that have codes, in both languages; 8 is kept for databases. */
export const ERROR_DOMAINS: Readonly<Record<number, { readonly en: string; readonly zh: string }>> = {
  1: { en: "Definitions and input", zh: "定义与输入" },
  2: { en: "Store", zh: "存储" },
  3: { en: "Runtime", zh: "运行时" },
  4: { en: "Workers", zh: "节点与执行" },
  5: { en: "Code of jobs", zh: "任务代码" },
  6: { en: "Programs and scripts", zh: "程序与脚本" },
  7: { en: "HTTP requests", zh: "HTTP 请求" },
  9: { en: "Files", zh: "文件" },
  10: { en: "Expressions", zh: "表达式" },
  11: { en: "Tasks", zh: "工作流" },
  12: { en: "Queues", zh: "排队" },
  13: { en: "Access", zh: "访问与机密" },
  14: { en: "Resources of jobs", zh: "任务所需的资源" },
  15: { en: "The API", zh: "接口" },
  16: { en: "Alarms", zh: "告警" },
};

/**
 * The number of a code; 0 for one that is no error, `null` for one that is not ours.
 * @example
 * ```ts
 * numberOfCode("timeout"); // -10400002000
 * ```
 */
export function numberOfCode(code: string, extra = 0): number | null {
  if (Object.hasOwn(NO_ERRORS, code)) return NO_ERROR;
  const row = Object.hasOwn(ERROR_TABLE, code) ? ERROR_TABLE[code] : undefined;
  return row === undefined ? null : errorNumber({ ...row, extra });
}

/** The number of a failed attempt: its author's where the code gave one; exit codes and statuses are its last three digits. */
export function numberOfFailure({
  code,
  number,
  parameters,
}: Omit<FailureSummary, "message">): number | null {
  return number ?? numberOfCode(code, parameters?.exitCode ?? parameters?.status);
}

/** The number of a reason; that of a failed attempt is the failure's. */
export function numberOfReason(reason: Reason): number | null {
  const ofFailure = reason.code === "attempt_failed" ? numberOfFailure(reason.parameters.failure) : null;
  return ofFailure ?? numberOfCode(reason.code);
}

/** What a code means and what to do about it; `null` for one that is no error or not ours. */
export function errorWords(code: string, language: "en" | "zh"): ErrorWords | null {
  return Object.hasOwn(ERROR_TABLE, code) ? (ERROR_TABLE[code]?.[language] ?? null) : null;
}
