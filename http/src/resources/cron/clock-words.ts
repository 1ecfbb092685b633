import type { ClockChange } from "@mojob/core/engine";
import * as v from "valibot";
import { instantOut } from "../../schema/fields.ts";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { CronLocale } from "./words.ts";

/** A change of the clocks, as the API shows it. */
export interface ClockChangeJson {
  readonly at: string;
  readonly timeZone: string;
  readonly shiftMs: number;
  readonly text: string;
}

export const clockChangeSchema: Parser<ClockChangeJson> = wireObject({
  at: instantOut,
  timeZone: v.string(),
  shiftMs: v.pipe(
    v.number(),
    v.description("How far local clocks go forward, and so much is left out; below 0 so much comes twice"),
  ),
  text: v.string(),
});

const HOUR_MS = 3_600_000;

export function showClockChange(change: ClockChange, locale: CronLocale): ClockChangeJson {
  const { at, timeZone, beforeMs, afterMs } = change;
  return { at: at.toISOString(), timeZone, shiftMs: afterMs - beforeMs, text: wordsOf(change, locale) };
}

function wordsOf({ at, timeZone, beforeMs, afterMs }: ClockChange, locale: CronLocale): string {
  const isForward = afterMs > beforeMs;
  const local = (offsetMs: number): string => new Date(at.getTime() + offsetMs).toISOString();
  const day = local(beforeMs).slice(0, 10);
  const from = local(Math.min(beforeMs, afterMs)).slice(11, 16);
  const to = local(Math.max(beforeMs, afterMs)).slice(11, 16);
  const hours = Math.abs(afterMs - beforeMs) / HOUR_MS;
  if (locale === CronLocale.Chinese)
    return isForward
      ? `${day} ${timeZone} 时钟拨快 ${hours} 小时：${from} 至 ${to} 不存在`
      : `${day} ${timeZone} 时钟拨慢 ${hours} 小时：${from} 至 ${to} 出现两次`;
  return isForward
    ? `On ${day} the clocks of ${timeZone} go forward by ${hours} h: ${from} to ${to} is left out`
    : `On ${day} the clocks of ${timeZone} go back by ${hours} h: ${from} to ${to} comes twice`;
}
