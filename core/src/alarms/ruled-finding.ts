import type { AlarmRule } from "../model/incident/alarm-rule.ts";
import type { AlarmCondition } from "../model/incident/condition.ts";
import type { Finding } from "../model/incident/incident.ts";
import type { JobDefinition } from "../model/job-definition.ts";

/** What is found, with the rule that it counts by. */
export interface RuledFinding {
  readonly finding: Finding;
  readonly rule: AlarmRule;
}

/** What a judgement finds of its subject. */
export type Found = Pick<Finding, "at" | "parameters" | "run">;
/** Judges a subject by the rule that counts for it. */
export type Finder = (
  condition: AlarmCondition,
  subject: { readonly app: string | null; readonly job: JobDefinition | null },
  judge: (rule: AlarmRule) => Found | null,
) => readonly RuledFinding[];
