import { carrySchedule } from "../src/carry/carry-schedule.ts";
import type { OldDialect } from "../src/old/old-schedule.ts";
import { firesByRules, firesHere, type Window } from "./imported-fires.ts";

export interface HeldTogether {
  readonly dialect: OldDialect;
  readonly timeZone: string;
  readonly window: Window;
  /** What an expression is to the scheduler itself: its fires in seconds; `null` where it refuses it. */
  readonly there: readonly number[] | null;
}

/**
 * What is wrong with how an expression is carried over; `null` where nothing is. The rules by which a preview compares have to be those of
 * the scheduler; what is carried has to fire as there. What the scheduler refuses, and what is not carried, says so.
 */
export function faultOf(text: string, { dialect, timeZone, window, there }: HeldTogether): string | null {
  const schedule = { dialect, text, timeZone };
  const { options, findings } = carrySchedule(schedule, "en");
  const here = firesHere({ schedule: options, key: "job" }, window);
  if (here === null)
    return findings.some(({ code }) => code === "cron_not_carried") ? null : "no schedule, and nothing said";
  if (there === null) return "the scheduler refuses what is carried over";
  const rules = firstDifference(firesByRules(schedule, window) ?? [], there);
  if (rules !== null) return `the rules of the proof are not the scheduler's: ${rules}`;
  // The preview lists these, because its rules are right.
  const fires = firstDifference(here, there);
  return fires === null || LISTED.test(text) ? null : `other fires: ${fires}`;
}

/** Quartz looks for the 31st of a shorter month on the next one's first day, and fires the day before where that is a Saturday. */
const LISTED = /\b(?:29|30|31)W\b/;

function firstDifference(ours: readonly number[], theirs: readonly number[]): string | null {
  const index = theirs.findIndex((at, position) => at !== ours[position]);
  if (index < 0 && ours.length === theirs.length) return null;
  const [one = null, other = null] = [ours, theirs].map((fires) => fires[index < 0 ? theirs.length : index]);
  return [one, other]
    .map((at) => (at === null ? "none" : new Date(at * 1000).toISOString()))
    .join(" and not ");
}

/** How many of these are carried over: a grammar of which little is proves little. */
export function carriedOf(dialect: OldDialect, texts: readonly string[]): number {
  return texts.filter((text) => carrySchedule({ dialect, text, timeZone: "UTC" }, "en").options.cron !== null)
    .length;
}

/** A line of an oracle: fires in seconds, or why there are none. */
export function firesIn(line: string): readonly number[] | null {
  if (line.startsWith("refused")) return null;
  return line === "" ? [] : line.split(" ").map(Number);
}
