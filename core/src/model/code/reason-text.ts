import type { FailureParameters, FailureSummary } from "../failure-summary.ts";
import type { Reason } from "../reason.ts";
import type { Language } from "../words/language.ts";
import { say } from "./code-row.ts";
import { rowOfRun } from "./codes-of-runs.ts";

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
  const texts = rowOfRun(reason.code)?.reason;
  // A newer version may have written a code this one does not know.
  if (texts === undefined) return reason.code;
  return say(
    texts,
    language,
    reason.parameters as never,
    (failure) => ownText(failure, language) ?? failure.message,
  );
}

/** The sentence of a failure: its own message where the job threw it, ours in the language asked for. */
export function failureText(failure: FailureSummary, language: Language = "en"): string {
  const text = ownText(failure, language);
  return text === null ? failure.message : atNode(failure.parameters ?? {}, text);
}

/** The sentence of a failure of ours; `null` for one that a job threw. */
function ownText({ code, message, parameters }: FailureSummary, language: Language): string | null {
  const { failure, work = failure } = rowOfRun(code) ?? {};
  return work === undefined || parameters === undefined ? null : say(work, language, parameters, message);
}

/** The text of a failure with the node whose failure it is before it, where it is that of a task. */
export function atNode({ node }: FailureParameters, text: string): string {
  return node === undefined ? text : `${node}: ${text}`;
}
