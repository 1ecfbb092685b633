import type { JobDefinition } from "@mojob/core";
import type { AlarmRule } from "@mojob/core/engine";
import type { AlarmCondition, Finding } from "@mojob/core/ports";

/** A finding, with the rule that it counts by. */
export interface RuledFinding {
  readonly finding: Finding;
  readonly rule: AlarmRule;
}

/** The result of judging a subject. */
export type Found = Pick<Finding, "at" | "parameters" | "run">;
/** Judges a subject by the rule that counts for it. */
export type Finder = (
  condition: AlarmCondition,
  subject: { readonly app: string | null; readonly job: JobDefinition | null },
  judge: (rule: AlarmRule) => Found | null,
) => readonly RuledFinding[];
