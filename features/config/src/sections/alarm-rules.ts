import { Permission } from "@mojob/core";
import type { AlarmRule } from "@mojob/core/engine";
import { alarmRulesSchema, parseInput } from "@mojob/core/feature";
import type { ConfigSection } from "../section.ts";
import { idListSection } from "./id-list.ts";
import { onlyApp } from "./only-app.ts";

/** By which rules incidents are opened, beside the built-in ones: the first that fits counts. */
export const ALARM_RULES: ConfigSection = idListSection<AlarmRule>({
  name: "alarmRules",
  feature: "alarms",
  needs: [Permission.EditAlarms],
  isOrdered: true,
  appOf: onlyApp,
  parse: (items) => parseInput(alarmRulesSchema, items, "read the alarm rules"),
  async read({ alarms }) {
    const { rules: items, revision } = await alarms.rules();
    return { items, revision };
  },
  replace: ({ alarms }, rules, revision) => alarms.replaceRules(rules, revision),
});
