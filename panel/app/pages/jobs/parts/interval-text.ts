import type { TFunction } from "i18next";
import { durationText } from "../../../time/duration-text.ts";

export interface Interval {
  readonly everyMs: number;
  /** @default "start" */
  readonly everyFrom?: "start" | "end" | null | undefined;
}

/** An interval in a word: `every 7s`. */
export function intervalText({ everyMs, everyFrom }: Interval, t: TFunction): string {
  return t(`job.interval.${everyFrom === "end" ? "fromEnd" : "fromStart"}`, { every: durationText(everyMs) });
}
