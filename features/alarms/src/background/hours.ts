import { resolveTimeZone, type RouteHours } from "@mojob/core/feature";

const A_DAY_SECONDS = 86_400;

/** Whether it is in these hours: from `from` on, before `to`. */
export function isWithin({ timeZone, days, from, to }: RouteHours, now: Date): boolean {
  const seconds = Math.floor(now.getTime() / 1000);
  const local = seconds + resolveTimeZone(timeZone).spanAt(seconds).offset;
  const day = Math.floor(local / A_DAY_SECONDS);
  const minute = Math.floor((local - day * A_DAY_SECONDS) / 60);
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const beginsOn = (one: number): boolean => days.includes(weekdayOf(one));
  if (begin < end) return beginsOn(day) && minute >= begin && minute < end;
  return (beginsOn(day) && minute >= begin) || (beginsOn(day - 1) && minute < end);
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** 1 is Monday; day 0 of the epoch was a Thursday. */
function weekdayOf(day: number): number {
  return ((day + 3) % 7) + 1;
}
