import { IntervalFrom } from "@mojob/core/engine";
import { CronLocale } from "./words.ts";

const UNITS_MS = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000, millisecond: 1 } as const;
type Unit = keyof typeof UNITS_MS;

const CHINESE: Readonly<Record<Unit, string>> = {
  day: "天",
  hour: "小时",
  minute: "分钟",
  second: "秒",
  millisecond: "毫秒",
};

export interface IntervalWordsOptions {
  readonly everyMs: number;
  readonly everyFrom: IntervalFrom;
  readonly locale: CronLocale;
}

/** An interval in words: `Every 7 seconds`. */
export function intervalWords({ everyMs, everyFrom, locale }: IntervalWordsOptions): string {
  const isChinese = locale === CronLocale.Chinese;
  const length = lengthOf(everyMs)
    .map(([count, unit]) =>
      isChinese ? `${count} ${CHINESE[unit]}` : `${count} ${unit}${count === 1 ? "" : "s"}`,
    )
    .join(" ");
  if (everyFrom === IntervalFrom.End)
    return isChinese ? `每次执行结束 ${length}后` : `${length} after the end of each run`;
  return isChinese ? `每隔 ${length}` : `Every ${length.replace(/^1 (?=[a-z]+$)/, "")}`;
}

/** In units from the largest, without those of which there is none. */
function lengthOf(ms: number): readonly (readonly [count: number, unit: Unit])[] {
  let left = ms;
  return (Object.keys(UNITS_MS) as readonly Unit[]).flatMap((unit) => {
    const count = Math.floor(left / UNITS_MS[unit]);
    left -= count * UNITS_MS[unit];
    return count === 0 ? [] : [[count, unit] as const];
  });
}
