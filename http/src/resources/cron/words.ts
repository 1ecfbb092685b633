import { parseCron, type ParseCronOptions } from "@mojob/core/engine";
import type { Language } from "@mojob/core/words";
import type { Context } from "hono";
import { SCHEDULE_ZH } from "./chinese.ts";
import { type ScheduleWords, scheduleWords } from "./common-words.ts";
import { SCHEDULE_EN } from "./english.ts";

/** The languages in which a schedule can be described. */
export const CronLocale = { English: "en", Chinese: "zh_CN" } as const;
export type CronLocale = (typeof CronLocale)[keyof typeof CronLocale];

const WORDS: Readonly<Record<CronLocale, ScheduleWords>> = { en: SCHEDULE_EN, zh_CN: SCHEDULE_ZH };

/** Options of a description besides the text. */
export interface DescribeCronOptions extends ParseCronOptions {
  readonly locale: CronLocale;
}

/** A cron expression in words, made of what the scheduler itself reads; `null` for one that it does not read. */
export function describeCron(cron: string, { locale, ...options }: DescribeCronOptions): string | null {
  try {
    return scheduleWords(parseCron(cron, options), WORDS[locale]);
  } catch {
    return null;
  }
}

/** The first language of an `Accept-Language` header that we have; English where there is none. */
export function cronLocaleOf(acceptLanguage: string | undefined): CronLocale {
  for (const range of rangesByWeight(acceptLanguage ?? "")) {
    if (range.startsWith("zh")) return CronLocale.Chinese;
    if (range.startsWith("en") || range === "*") return CronLocale.English;
  }
  return CronLocale.English;
}

/** RFC 9110 §12.5.4: languages in the order of their weight. */
function rangesByWeight(header: string): readonly string[] {
  return header
    .toLowerCase()
    .split(",")
    .map((part) => {
      const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return { range, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ range }) => range);
}

/** The language of a request's sentences, by its `Accept-Language`. */
export function languageOf(context: Context): Language {
  return cronLocaleOf(context.req.header("Accept-Language")) === CronLocale.Chinese ? "zh" : "en";
}
