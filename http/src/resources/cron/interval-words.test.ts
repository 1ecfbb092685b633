import { expect, it } from "vitest";
import { intervalWords } from "./interval-words.ts";
import { CronLocale } from "./words.ts";

it.each([
  [7000, "start", "Every 7 seconds", "每隔 7 秒"],
  [3_600_000, "start", "Every hour", "每隔 1 小时"],
  [5 * 3_600_000, "end", "5 hours after the end of each run", "每次执行结束 5 小时后"],
  [
    90_061_001,
    "start",
    "Every 1 day 1 hour 1 minute 1 second 1 millisecond",
    "每隔 1 天 1 小时 1 分钟 1 秒 1 毫秒",
  ],
  [1500, "end", "1 second 500 milliseconds after the end of each run", "每次执行结束 1 秒 500 毫秒后"],
] as const)("intervalWords() of %i ms from %s", (everyMs, everyFrom, english, chinese) => {
  expect(intervalWords({ everyMs, everyFrom, locale: CronLocale.English })).toBe(english);
  expect(intervalWords({ everyMs, everyFrom, locale: CronLocale.Chinese })).toBe(chinese);
});
