import type { FindingParameters } from "../finding-parameters.ts";
import { ENGLISH_WORDS } from "./english.ts";
import { CHINESE_WORDS } from "./chinese.ts";

export type FindingCode = keyof typeof ENGLISH_WORDS;

/** The languages findings have words in. */
export const ImportLocale = { English: "en", Chinese: "zh" } as const;
export type ImportLocale = (typeof ImportLocale)[keyof typeof ImportLocale];

/** A finding in words; `code` may be one of `ImportMistake`. */
export function findingText(code: FindingCode, parameters: FindingParameters, locale: ImportLocale): string {
  const words: Readonly<Record<FindingCode, string>> =
    locale === ImportLocale.Chinese ? CHINESE_WORDS : ENGLISH_WORDS;
  return words[code].replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? ""));
}
