import cronstrue from "cronstrue";
import "cronstrue/locales/zh_CN.js";

/** The languages a schedule is told in. */
export const CronLocale = { English: "en", Chinese: "zh_CN" } as const;
export type CronLocale = (typeof CronLocale)[keyof typeof CronLocale];

/** A cron expression in words; `null` for one that has none, such as `H`. */
export function describeCron(cron: string, locale: CronLocale): string | null {
  try {
    return cronstrue.toString(cron, { locale, use24HourTimeFormat: true, throwExceptionOnParseError: true });
  } catch {
    return null;
  }
}

/** The first language of an `Accept-Language` header we speak; English where there is none. */
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
