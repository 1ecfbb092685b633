import { info } from "../finding.ts";
import { asQuartzReads } from "../old/quartz-rules.ts";
import type { CarriedCron } from "./carried-schedule.ts";

/** Our own Quartz dialect reads the rest as it is. */
export function carryQuartz(text: string): CarriedCron {
  const words = text.trim().toUpperCase().split(/\s+/);
  return written(text, words, words.map(asQuartzReads));
}

/** As `carryQuartz`; a step after a name counts for cron-utils. */
export function carryCronUtils(text: string): CarriedCron {
  const words = text.trim().toUpperCase().split(/\s+/);
  return written(text, words, words);
}

function written(text: string, before: readonly string[], words: readonly string[]): CarriedCron {
  const cron = words.map((word, index) => fieldOf(word, index === 5)).join(" ");
  const [, , , , , weekday = ""] = words;
  return {
    cron,
    cronDialect: "quartz",
    dst: { gap: "skip", overlap: "first" },
    findings: [
      ...(cron === before.join(" ") ? [] : [info("cron_rewritten", "cron", { from: text.trim(), to: cron })]),
      ...(/\d/.test(weekday) ? [info("quartz_weekdays", "cronDialect")] : []),
    ],
  };
}

/** Quartz lets a step stand alone, ignores one after a name, takes a step of 0 for none, and `L` among the weekdays for Saturday. */
function fieldOf(word: string, isWeekday: boolean): string {
  if (isWeekday && word === "L") return "7";
  return word
    .split(",")
    .map((item) => item.replace(/^\//, "*/").replace(/^([^/]+)\/0+$/, "$1"))
    .join(",");
}
