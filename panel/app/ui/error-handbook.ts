import { errorWords } from "@mojob/core/words";

/** The meaning of a code and the advice about it, as the pages of error codes give them; `null` for a code that is not ours. */
export function adviceOf(code: string, language: string): string | null {
  const words = errorWords(code, language === "zh" ? "zh" : "en");
  return words === null ? null : `${words.means}. ${words.advice}`;
}
