import { oldFires, type OldSchedule } from "../src/old/old-schedule.ts";
import { type ClockSpan, clockSpans } from "../src/old/wall-clock.ts";
import type { PlannedJob } from "../src/plan/plan-import.ts";
import { newFires } from "../src/proof/new-fires.ts";
import { ImportMistake } from "../src/import-mistake.ts";

const DAY_MS = 86_400_000;
const spansByZone = new Map<string, readonly ClockSpan[]>();

export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly most: number;
}

/** When an imported job fires here, in seconds; `null` where its schedule was not carried over. */
export function firesHere(
  { schedule, key }: Pick<PlannedJob, "schedule" | "key">,
  { fromMs, toMs, most }: Window,
): readonly number[] | null {
  if (schedule === null || (schedule.cron === null && schedule.everyMs === null)) return null;
  const fires = newFires(schedule, key);
  const found: number[] = [];
  let at = fires.next(fromMs - 1);
  for (; at !== null && at < toMs && found.length < most; at = fires.next(at)) found.push(at / 1000);
  return found;
}

/** When the rules of its scheduler, by which a preview compares, have it fire; `null` where they refuse it. */
export function firesByRules(
  schedule: OldSchedule,
  { fromMs, toMs, most }: Window,
): readonly number[] | null {
  const spansOf = (zone: string): readonly ClockSpan[] => {
    const id = `${zone} ${fromMs} ${toMs}`;
    const spans = spansByZone.get(id) ?? clockSpans(zone, fromMs - 2 * DAY_MS, toMs + 2 * DAY_MS);
    spansByZone.set(id, spans);
    return spans;
  };
  const found: number[] = [];
  try {
    for (const at of oldFires(schedule, spansOf).between(fromMs, toMs)) {
      if (found.length === most) break;
      found.push(at / 1000);
    }
  } catch (error) {
    if (error instanceof ImportMistake) return null;
    throw error;
  }
  return found;
}
