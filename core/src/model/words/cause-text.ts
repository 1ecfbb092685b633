import type { Cause } from "../explanation/cause.ts";
import { CAUSES_EN } from "./causes.en.ts";
import { CAUSES_ZH } from "./causes.zh.ts";
import type { CauseWords, Language, TimeText } from "./language.ts";

const CAUSES: Readonly<Record<Language, CauseWords>> = { en: CAUSES_EN, zh: CAUSES_ZH };

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
  const sentence = CAUSES[language][cause.code] as
    | ((parameters: unknown, time: TimeText) => string)
    | undefined;
  // A newer version may know a cause that this one does not.
  return sentence?.(cause.parameters, time) ?? cause.code;
}
