import { describe, expect, it } from "vitest";
import { CronLocale, describeCron } from "./words.ts";

describe("describeCron()", () => {
  it.each([
    ["0 4 4 * * *", "Every day, at 04:04", "每天 04:04"],
    ["0 0 1 * * 1-5", "Monday to Friday, at 01:00", "周一至周五 01:00"],
    ["0 30 8 * * 1", "Mondays, at 08:30", "每周一 08:30"],
    ["0 0 9 * * 1,3,7", "Sundays, Mondays, and Wednesdays, at 09:00", "每周一、三、日 09:00"],
    ["0 */5 * * * *", "Every 5 minutes", "每隔 5 分钟"],
    ["0 3/15 * * * *", "Every 15 minutes from minute 3", "每隔 15 分钟（从第 3 分开始）"],
    ["*/10 * * * * *", "Every 10 seconds", "每隔 10 秒"],
    ["0 0 */2 * * *", "Every 2 hours", "每隔 2 小时"],
    ["0 15 * * * *", "Every hour at minute 15", "每小时的第 15 分"],
    [
      "0 0/5 14,18 * * ?",
      "Every day, every 5 minutes during 14:00–14:59, 18:00–18:59",
      "每天 14:00–14:59、18:00–18:59 内每隔 5 分钟",
    ],
    [
      "0 */10 9-17 * * 1-5",
      "Monday to Friday, every 10 minutes during 09:00–17:59",
      "周一至周五 09:00–17:59 内每隔 10 分钟",
    ],
    ["0 0,30 9,18 * * *", "Every day, at 09:00, 09:30, 18:00, and 18:30", "每天 09:00、09:30、18:00、18:30"],
    ["0 0 22 L * *", "On the last day of the month, at 22:00", "每月最后一天 22:00"],
    ["0 0 22 LW * ?", "On the last workday of the month, at 22:00", "每月最后一个工作日 22:00"],
    ["0 0 1 1,15 * *", "On day 1 and day 15 of the month, at 01:00", "每月 1 日、15 日 01:00"],
    ["0 0 1 1 1,7 *", "In January and July, on day 1 of the month, at 01:00", "每年 1、7 月 1 日 01:00"],
    ["0 0 9 * * 5#2", "On the second Friday of the month, at 09:00", "每月第 2 个周五 09:00"],
    ["0 0 9 * * 5L", "On the last Friday of the month, at 09:00", "每月最后一个周五 09:00"],
    [
      "0 0 9 15W * ?",
      "On the workday nearest to day 15 of the month, at 09:00",
      "每月最接近 15 日的工作日 09:00",
    ],
    ["0 0 9 L-3 * ?", "On the last day but 3 of the month, at 09:00", "每月倒数第 4 天 09:00"],
    ["0 0 9 1 * 1", "On day 1 of the month or Mondays, at 09:00", "每月 1 日或每周一 09:00"],
    ["0 0 9 1 1 ? 2027", "In 2027, in January, on day 1 of the month, at 09:00", "2027 年 1 月 1 日 09:00"],
    [
      "0 0 9 1/2 * ?",
      "On every 2nd day from day 1 to day 31 of the month, at 09:00",
      "每月 1 至 31 日每隔 2 日 09:00",
    ],
    [
      "0 0 9 1-10,L * ?",
      "On day 1 to day 10 and the last day of the month, at 09:00",
      "每月 1–10 日、最后一天 09:00",
    ],
    ["0 0 9 1,2,3 * ?", "On day 1, day 2, and day 3 of the month, at 09:00", "每月 1 日、2 日、3 日 09:00"],
    [
      "0 0 9 1 1 ? 2027/2",
      "In every 2nd year from 2027 to 2199, in January, on day 1 of the month, at 09:00",
      "2027 至 2199 年每隔 2 年 1 月 1 日 09:00",
    ],
    ["0 0 9 * 2 ?", "In February, every day, at 09:00", "每年 2 月每天 09:00"],
    ["0 0 9 ? 6 1", "In June, Mondays, at 09:00", "每年 6 月的每周一 09:00"],
    ["15 */5 * * * *", "Every 5 minutes at second 15", "每隔 5 分钟的第 15 秒"],
    ["30 15 * * * *", "Every hour at minute 15 at second 30", "每小时的第 15 分的第 30 秒"],
    ["0,10,45 * * * * *", "At seconds 0, 10, and 45", "第 0、10、45 秒"],
    [
      "*/10 0-4,30 9-17 * * *",
      "Every day, every 10 seconds in minutes 0–4 and 30 during 09:00–17:59",
      "每天 09:00–17:59 内第 0–4、30 分内每隔 10 秒",
    ],
    ["0 1,2,7-40 * * * *", "Every hour, at minutes 1, 2, and 7–40", "每小时 第 1、2、7–40 分"],
  ])("%s", (cron, english, chinese) => {
    expect(describeCron(cron, { locale: CronLocale.English, seed: "" })).toBe(english);
    expect(describeCron(cron, { locale: CronLocale.Chinese, seed: "" })).toBe(chinese);
  });

  it("never calls a step that is not even a step", () => {
    // From minute 56 to the next minute 0 it is four minutes.
    expect(describeCron("0 */7 * * * *", { locale: CronLocale.English, seed: "" })).toBe(
      "Every hour, at minutes 0, 7, 14, 21, 28, 35, 42, 49, and 56",
    );
  });

  it("reads weekday numbers by the dialect", () => {
    const options = { locale: CronLocale.English, seed: "" };
    expect(describeCron("0 0 9 ? * 2-6", { ...options, dialect: "quartz" })).toBe(
      "Monday to Friday, at 09:00",
    );
    expect(describeCron("0 0 9 ? * 6L", { ...options, dialect: "quartz" })).toBe(
      "On the last Friday of the month, at 09:00",
    );
  });

  it("says what H stands for in a job, and nothing of what cannot be read", () => {
    const options = { locale: CronLocale.English, seed: "ledger.close" };
    expect(describeCron("0 H 3 * * *", options)).toMatch(/^Every day, at 03:\d\d$/);
    expect(describeCron("0 99 3 * * *", options)).toBeNull();
  });
});
