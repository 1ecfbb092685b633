import { compileSchedule } from "@mojob/core/engine";
import type { CarriedSchedule } from "../carry/carried-schedule.ts";
import type { NewFires } from "./compare-fires.ts";

const NONE: NewFires = { next: () => null, count: () => 0 };

/** The fires of a job here, from the schedule that will fire it. */
export function newFires(
  { cron, schedules, startTime, endTime, ...rest }: CarriedSchedule["options"],
  seed: string,
): NewFires {
  if (cron === null) return NONE;
  const crons = [cron, ...schedules.map((other) => other.cron)];
  const all = crons.map((one) => compileSchedule({ ...rest, cron: one, seed }));
  const startMs = startTime === null ? -Infinity : Date.parse(startTime);
  const endMs = endTime === null ? Infinity : Date.parse(endTime);
  return {
    next(afterMs) {
      const after = new Date(Math.max(afterMs, startMs - 1));
      const at = Math.min(...all.map((schedule) => schedule.next(after)?.getTime() ?? Infinity));
      return at <= endMs ? at : null;
    },
    count(fromMs, toMs) {
      const [from, to] = [Math.max(fromMs, startMs) - 1, Math.min(toMs - 1, endMs)];
      if (from >= to) return 0;
      // No two of them name the same time: each is a part of one interval.
      return all.reduce((count, schedule) => count + schedule.count(new Date(from), new Date(to)), 0);
    },
  };
}
