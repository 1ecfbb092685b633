import type { ScheduleRulesCache } from "../definition/schedule-rules-cache.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { ScheduleFacts } from "../schedule/schedule-facts.ts";
import { followLatestFires, type LatestFiresOptions, readLatestFires } from "./latest-fires.ts";

export interface ScheduleFactsOptions extends LatestFiresOptions {
  readonly rules: Pick<ScheduleRulesCache, "read">;
}

/** What the fires of these jobs depend on beside their definitions, as it is in force. */
export async function readScheduleFacts(
  definitions: readonly JobDefinition[],
  options: ScheduleFactsOptions,
): Promise<ScheduleFacts> {
  const [latest, rules] = await Promise.all([readLatestFires(definitions, options), options.rules.read()]);
  return { latest, rules };
}

/** As `readScheduleFacts`; keeps the ends of runs that it finds, because retention may remove them. */
export async function followScheduleFacts(
  definitions: readonly JobDefinition[],
  options: ScheduleFactsOptions,
): Promise<ScheduleFacts> {
  const [latest, rules] = await Promise.all([followLatestFires(definitions, options), options.rules.read()]);
  return { latest, rules };
}
