import { isIssueCode, sentence } from "../../base/issue/issue.ts";
import type { InputIssue, IssueWords } from "../../base/issue/issue-code.ts";
import { ISSUES_EN } from "../../base/issue/issues.en.ts";
import { ISSUES_ZH } from "./issues.zh.ts";
import type { Language } from "./language.ts";

const ISSUES: Readonly<Record<Language, IssueWords>> = { en: ISSUES_EN, zh: ISSUES_ZH };

/**
 * The sentence of a mistake in an input, without where it is.
 *
 * @example
 * ```ts
 * import { issueText } from "@mojob/core/words";
 *
 * issueText({ code: "too_long", parameters: { max: 20 }, message: "must be at most 20 characters" }, "zh"); // "最多 20 个字符"
 * ```
 */
export function issueText(
  {
    code,
    parameters,
    message,
  }: Pick<InputIssue, "code" | "message"> & {
    readonly parameters?: InputIssue["parameters"] | undefined;
  },
  language: Language = "en",
): string {
  // A newer version may have sent a code this one does not know.
  return isIssueCode(code) ? sentence(code, parameters, ISSUES[language]) : message;
}
