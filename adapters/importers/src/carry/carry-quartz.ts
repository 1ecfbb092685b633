import { info } from "../finding.ts";
import type { CarriedCron } from "./carried-schedule.ts";

/** Our own Quartz dialect reads the rest as it is. */
export function carryQuartz(text: string): CarriedCron {
  const words = text.trim().toUpperCase().split(/\s+/);
  const cron = words.map((word, index) => fieldOf(word, index === 5)).join(" ");
  const [, , , , , weekday = ""] = words;
  return {
    cron,
    cronDialect: "quartz",
    dst: { gap: "skip", overlap: "first" },
    findings: [
      ...(cron === words.join(" ") ? [] : [info("cron_rewritten", "cron", { from: text.trim(), to: cron })]),
      ...(/\d/.test(weekday) ? [info("quartz_weekdays", "cronDialect")] : []),
    ],
  };
}

/** Quartz lets a step stand alone, takes a step of 0 for none, and `L` among the weekdays for Saturday. */
function fieldOf(word: string, isWeekday: boolean): string {
  if (isWeekday && word === "L") return "7";
  return word
    .split(",")
    .map((item) =>
      item
        .replace(/^\//, "*/")
        .replace(/^([^/]+)\/0+$/, "$1")
        .replace(/^\?\//, "*/"),
    )
    .join(",");
}
