import { info } from "../finding.ts";
import { CRON_PARSER_MACROS, HOUR } from "../old/cron-parser-rules.ts";
import { fieldSet, isWhole } from "../old/field-set.ts";
import type { CarriedCron } from "./carried-schedule.ts";
import { ownValue } from "../own-value.ts";

/** Hours in steps become a list: as steps alone they would fire through a repeated hour. */
export function carryCronParser(text: string): CarriedCron {
  const words = (ownValue(CRON_PARSER_MACROS, text) ?? text).trim().split(/\s+/);
  const shift = words.length - 5;
  const cron = words
    .map((word, index) => {
      if (index === shift + 1 && word.includes("/")) {
        const hours = fieldSet(word, HOUR);
        return isWhole(hours, HOUR) ? "*" : hours.join(",");
      }
      return word;
    })
    .join(" ");
  return {
    cron,
    cronDialect: "standard",
    dst: { gap: "shift", overlap: "first" },
    findings: cron === text ? [] : [info("cron_rewritten", "cron", { from: text, to: cron })],
  };
}
