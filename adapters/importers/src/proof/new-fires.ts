import { compileInterval, compileSchedule } from "@mojob/core/engine";
import type { CarriedSchedule } from "../carry/carried-schedule.ts";
import type { NewFires } from "./compare-fires.ts";

const NONE: NewFires = { next: () => null, count: () => 0 };

/** The fires of a job here, from the schedule that will fire it. */
export function newFires(
  { cron, everyMs, everyFrom, startTime: start, endTime, ...rest }: CarriedSchedule["options"],
  seed: string,
): NewFires {
  if (cron === null && everyMs === null) return NONE;
  const startTime = start === null ? null : new Date(start);
  const schedule =
    everyMs === null
      ? compileSchedule({ ...rest, cron: cron ?? "", seed })
      : compileInterval({ everyMs, everyFrom, startTime, since: new Date(0) });
  const startMs = startTime?.getTime() ?? -Infinity;
  const endMs = endTime === null ? Infinity : Date.parse(endTime);
  return {
    next(afterMs) {
      const at = schedule.next(new Date(Math.max(afterMs, startMs - 1)))?.getTime() ?? Infinity;
      return at <= endMs ? at : null;
    },
    count(fromMs, toMs) {
      const [from, to] = [Math.max(fromMs, startMs) - 1, Math.min(toMs - 1, endMs)];
      return from >= to ? 0 : schedule.count(new Date(from), new Date(to));
    },
  };
}
