import type { Language } from "../words/language.ts";
import { type CodeRow, inLanguage } from "./code-row.ts";
import { CODES } from "./code-table.ts";

/** A row whose code is an error. */
export type ErrorRow = CodeRow & Required<Pick<CodeRow, "number" | "means" | "advice">>;

/** Every code that is an error, with its number and what is known of it. */
export const ERROR_TABLE: Readonly<Record<string, ErrorRow>> = Object.fromEntries(
  Object.entries(CODES).filter((entry): entry is [string, ErrorRow] => entry[1].number !== undefined),
);

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

/** What people read of an error. */
export interface ErrorWords {
  readonly means: string;
  /** What to do about it. */
  readonly advice: string;
}

/** What a code means and what to do about it; `null` for one that is no error or not ours. */
export function errorWords(code: string, language: Language): ErrorWords | null {
  if (!Object.hasOwn(ERROR_TABLE, code)) return null;
  const { means, advice } = ERROR_TABLE[code] as ErrorRow;
  return { means: inLanguage(means, language), advice: inLanguage(advice, language) };
}
