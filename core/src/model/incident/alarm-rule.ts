import * as v from "valibot";
import type { JobDefinition } from "../job-definition.ts";
import { AlarmCondition, Severity } from "./condition.ts";
import { isNamed } from "../window/job-selector.ts";
import { alarmIdSchema, someNames } from "./selector.ts";

const A_MINUTE_MS = 60_000;
const A_DAY_MS = 24 * 3_600_000;
const MOST_RULES = 1000;
const LONGEST_MS = 30 * 24 * 3_600_000;

/** The values by which a condition is judged where no rule says otherwise. */
export interface ConditionDefaults {
  readonly severity: Severity;
  /** How long it must be the case before an incident is opened. */
  readonly forMs: number;
  /** The numbers that a rule may set. */
  readonly parameters: Readonly<Record<string, number>>;
}

/** Every condition, with what it takes to open an incident. */
export const CONDITIONS: Readonly<Record<AlarmCondition, ConditionDefaults>> = {
  run_failed: { severity: Severity.Warning, forMs: 0, parameters: {} },
  failures_in_row: { severity: Severity.Critical, forMs: 0, parameters: { count: 3 } },
  no_success: { severity: Severity.Critical, forMs: 0, parameters: { afterMs: A_DAY_MS } },
  missed: { severity: Severity.Critical, forMs: 0, parameters: {} },
  late: { severity: Severity.Warning, forMs: 0, parameters: { afterMs: A_MINUTE_MS, ofInterval: 0.1 } },
  waiting: { severity: Severity.Warning, forMs: 0, parameters: { afterMs: 2 * A_MINUTE_MS } },
  slow: { severity: Severity.Warning, forMs: 0, parameters: { factor: 3, leastMs: 30_000 } },
  no_worker: { severity: Severity.Critical, forMs: A_MINUTE_MS, parameters: {} },
  backlog: { severity: Severity.Warning, forMs: A_MINUTE_MS, parameters: { most: 1000 } },
  firing_stopped: { severity: Severity.Critical, forMs: 0, parameters: {} },
  control_plane_down: { severity: Severity.Critical, forMs: 30_000, parameters: { least: 1 } },
  store_unavailable: { severity: Severity.Critical, forMs: A_MINUTE_MS, parameters: {} },
  no_heartbeat: { severity: Severity.Critical, forMs: 0, parameters: {} },
  clock_off: { severity: Severity.Warning, forMs: 0, parameters: { mostMs: 5000 } },
  token_expiring: {
    severity: Severity.Warning,
    forMs: 0,
    parameters: { beforeMs: 7 * A_DAY_MS, ofLife: 0.1 },
  },
  task_held: { severity: Severity.Warning, forMs: 0, parameters: {} },
  approval_pending: { severity: Severity.Info, forMs: 0, parameters: { afterMs: A_MINUTE_MS } },
  task_waiting: { severity: Severity.Warning, forMs: 0, parameters: { afterMs: A_DAY_MS } },
  code_goes_on: { severity: Severity.Critical, forMs: A_MINUTE_MS, parameters: {} },
  fires_skipped: { severity: Severity.Critical, forMs: 0, parameters: { count: 10 } },
};

/** When an incident is opened for what it names. The first rule of a list that fits a subject is the one that counts. */
export interface AlarmRule {
  readonly id: string;
  readonly condition: AlarmCondition;
  /** A rule that is off opens nothing for what it names. */
  readonly enabled: boolean;
  readonly severity: Severity;
  readonly forMs: number;
  readonly parameters: Readonly<Record<string, number>>;
  /** The subjects of the rule: all that each of these names. @default everything */
  readonly apps: readonly string[] | null;
  /** Keys of jobs; one that ends in `*` names all that begin so. */
  readonly jobs: readonly string[] | null;
  readonly tags: readonly string[] | null;
  readonly note: string | null;
}

/** The rules that are there without anybody's doing, one a condition. */
export const BUILT_IN_RULES: readonly AlarmRule[] = Object.values(AlarmCondition).map((condition) => ({
  id: `built-in:${condition}`,
  condition,
  enabled: true,
  ...CONDITIONS[condition],
  apps: null,
  jobs: null,
  tags: null,
  note: null,
}));

/** The subject that a rule is looked up for: a job, or an app, or neither. */
export interface RuleSubject {
  readonly app: string | null;
  readonly job: JobDefinition | null;
}

/** The rule that counts for a subject: the first of the own ones that fits, else the built-in one. */
export function ruleFor(
  own: readonly AlarmRule[],
  condition: AlarmCondition,
  subject: RuleSubject,
): AlarmRule {
  const rules = [...own, ...BUILT_IN_RULES];
  return rules.find((rule) => rule.condition === condition && fits(rule, subject)) as AlarmRule;
}

function fits({ apps, jobs, tags }: AlarmRule, { app, job }: RuleSubject): boolean {
  return (
    (apps === null || (app !== null && apps.includes(app))) &&
    (jobs === null || (job !== null && jobs.some((name) => isNamed(job.key, name)))) &&
    (tags === null || (job !== null && tags.some((tag) => job.options.tags.includes(tag))))
  );
}

const ruleSchema = v.pipe(
  v.strictObject({
    id: alarmIdSchema,
    condition: v.picklist(Object.values(AlarmCondition)),
    enabled: v.optional(v.boolean(), true),
    severity: v.optional(v.picklist(Object.values(Severity))),
    forMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LONGEST_MS))),
    parameters: v.optional(
      v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(LONGEST_MS))),
      {},
    ),
    apps: someNames,
    jobs: someNames,
    tags: someNames,
    note: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(500))), null),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { condition, parameters } = dataset.value;
    const known = Object.keys(CONDITIONS[condition].parameters);
    for (const name of Object.keys(parameters)) {
      if (known.includes(name)) continue;
      const wanted = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
      addIssue({
        message: `"${condition}" has no parameter "${name}": ${wanted}`,
        path: [
          { type: "object", origin: "value", input: dataset.value, key: "parameters", value: parameters },
          { type: "object", origin: "value", input: parameters, key: name, value: parameters[name] },
        ],
      });
    }
  }),
  v.transform(({ severity, forMs, parameters, ...rule }): AlarmRule => {
    const usual = CONDITIONS[rule.condition];
    return {
      ...rule,
      severity: severity ?? usual.severity,
      forMs: forMs ?? usual.forMs,
      parameters: { ...usual.parameters, ...parameters },
    };
  }),
);

/** A list of rules as a request has it: what a rule leaves out is that of its condition. */
export const alarmRulesSchema: v.GenericSchema<unknown, readonly AlarmRule[]> = v.pipe(
  v.array(ruleSchema),
  v.maxLength(MOST_RULES),
  v.check(
    (rules) => new Set(rules.map(({ id }) => id)).size === rules.length,
    "Two rules have one id; each has its own",
  ),
);
