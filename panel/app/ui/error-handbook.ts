import { errorWords } from "@mojob/core/words";

/** What a code means and what to do about it, as the pages of error codes say; `null` for a code that is not ours. */
export function adviceOf(code: string, language: string): string | null {
  const words = errorWords(code, language === "zh" ? "zh" : "en");
  return words === null ? null : `${words.means}. ${words.advice}`;
}
