import { say } from "../code/code-row.ts";
import { CODES_OF_CAUSES } from "../code/codes-of-causes.ts";
import { reasonText } from "../code/reason-text.ts";
import type { Reason } from "../reason.ts";
import type { Language, TimeText } from "../words/language.ts";
import type { Cause } from "./cause.ts";

/**
 * The sentence of a cause.
 * @param time how a time is written @default ISO 8601
 *
 * @example
 * ```ts
 * import { causeText } from "@mojob/core/words";
 *
 * causeText({ code: "fired_late", parameters: { lateMs: 61_000 } });
 * // "No control plane fired at its time: it was recorded 1 min 1 s late"
 * ```
 */
export function causeText(cause: Cause, language: Language = "en", time: TimeText = (at) => at): string {
  const texts = Object.hasOwn(CODES_OF_CAUSES, cause.code) ? CODES_OF_CAUSES[cause.code]?.cause : undefined;
  // A newer version may know a cause that this one does not.
  if (texts === undefined) return cause.code;
  return say(texts, language, cause.parameters as never, time, {
    reason: (reason) => reasonText(reason as Reason, language),
    cause: (within) => causeText(within as Cause, language, time),
  });
}
