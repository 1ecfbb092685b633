import type { FailureParameters, FailureSummary, Reason } from "../reason.ts";
import { FAILURES_ZH, REASONS_ZH } from "./chinese.ts";
import { FAILURES_EN, REASONS_EN } from "./english.ts";
import type { FailureWords, Language, ReasonWords } from "./language.ts";

const REASONS: Readonly<Record<Language, ReasonWords>> = { en: REASONS_EN, zh: REASONS_ZH };
const FAILURES: Readonly<Record<Language, FailureWords>> = { en: FAILURES_EN, zh: FAILURES_ZH };

/**
 * The sentence of a reason.
 *
 * @example
 * ```ts
 * import { reasonText } from "@mojob/core/words";
 *
 * reasonText({ code: "job_full", parameters: { limit: 1 } }, "en"); // "The job was full: 1 of 1 running (maxConcurrency)"
 * ```
 */
export function reasonText(reason: Reason, language: Language = "en"): string {
  const sentence = REASONS[language][reason.code] as ((parameters: unknown) => string) | undefined;
  // A newer version may have written a code this one does not know.
  return sentence?.(reason.parameters) ?? reason.code;
}

/** The sentence of a failure: its own message where the job threw it, ours in the language asked for. */
export function failureText(failure: FailureSummary, language: Language = "en"): string {
  if (failure.parameters === undefined) return failure.message;
  const words = FAILURES[language];
  if (!(failure.code in words)) return failure.message;
  return atNode(failure.parameters, words[failure.code as keyof FailureWords](failure));
}

/** The text of a failure with the node whose failure it is before it, where it is that of a task. */
export function atNode({ node }: FailureParameters, text: string): string {
  return node === undefined ? text : `${node}: ${text}`;
}
