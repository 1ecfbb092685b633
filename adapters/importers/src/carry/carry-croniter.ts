import { info } from "../finding.ts";
import { CRONITER_FIELDS, restrictionsOf, valuesOf } from "../old/croniter-rules.ts";
import type { FieldRange } from "../old/field-set.ts";
import type { CarriedCron } from "./carried-schedule.ts";

const HOUR = 2;

/**
 * Lists that name everything become `*`, steps of hours a list (as steps alone they would fire through a repeated hour), and `L5`, the
 * last Friday, becomes `5L`.
 */
export function carryCroniter(text: string): CarriedCron {
  const words = text.trim().split(/\s+/);
  const shift = 6 - words.length;
  const [day = "", , weekday = ""] = words.slice(-3);
  const { isDay, isWeekday, isEveryDay } = restrictionsOf(day, weekday);
  const here = words.map((word, index) => fieldHere(word, index + shift));
  if (isDay === null || isEveryDay) here[here.length - 3] = "*";
  if (isWeekday === null || isEveryDay) here[here.length - 1] = "*";
  const cron = here.join(" ");
  return {
    cron,
    cronDialect: "standard",
    dst: { gap: "shift", overlap: "first" },
    findings: cron === text ? [] : [info("cron_rewritten", "cron", { from: text, to: cron })],
  };
}

function fieldHere(word: string, index: number): string {
  const field = CRONITER_FIELDS[index] as FieldRange;
  if (word.split(",").includes("*")) return "*";
  if (/[#l]/i.test(word.replaceAll(/[a-z]{3}/gi, "")))
    return word.toUpperCase().replaceAll(/\bL([0-7])\b/g, "$1L");
  const values = valuesOf(word, field);
  if (index === HOUR && values.length === 24) return "*";
  const isTooLong = word.split(",").some((item) => Number(item.split("/")[1] ?? 0) > field.max - field.min);
  return isTooLong || (index === HOUR && word.includes("/")) ? values.join(",") : word;
}
