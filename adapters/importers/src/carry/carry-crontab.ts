import { type Finding, info, warning } from "../finding.ts";
import { CRONTAB_MACROS } from "../old/crontab-rules.ts";
import { fieldSet } from "../old/field-set.ts";
import type { CarriedCron } from "./carried-schedule.ts";

const DAY = 2;
const WEEKDAY = 4;
const HOUR = 1;

/**
 * crontab and we disagree on a step after a single number, on day fields that begin with `*`, and on which lines follow the clock
 * through its changes.
 */
export function carryCrontab(text: string): CarriedCron {
  const original = (CRONTAB_MACROS[text] ?? text).split(/\s+/);
  const [minute = "", hour = ""] = original;
  const follows = minute.startsWith("*") || hour.startsWith("*");
  const findings: Finding[] = [];
  const words = original.map((word, index) => {
    let to = word
      .split(",")
      .map((item) => item.replace(/^([^*/-]+)\/\d+$/, "$1"))
      .join(",");
    if (to !== word) findings.push(warning("step_ignored", "cron", { from: word, to }));
    if (index === DAY || index === WEEKDAY) to = to.replace(/^\*\/0*1$/, "*");
    // Hours that are steps alone would be an interval here, which fires through a repeated hour.
    if (index === HOUR && !follows && to.includes("/"))
      to = fieldSet(to, { name: "hour", min: 0, max: 23 }).join(",");
    return to;
  });
  const [, , day = "", , weekday = ""] = words;
  if (isNarrowed(day, weekday))
    findings.push(warning("days_widened", "cron", { from: day.startsWith("*") ? day : weekday }));
  const cron = words.join(" ");
  if (cron !== text && findings.length === 0)
    findings.push(info("cron_rewritten", "cron", { from: text, to: cron }));
  return {
    cron,
    cronDialect: "standard",
    dst: follows ? { gap: "skip", overlap: "both" } : { gap: "shift", overlap: "first" },
    findings,
  };
}

/** Both restrict the days, and one begins with `*`: crontab wants both of them, we want either. */
function isNarrowed(day: string, weekday: string): boolean {
  return day !== "*" && weekday !== "*" && (day.startsWith("*") || weekday.startsWith("*"));
}
