import * as v from "valibot";
import type { JobDefinition } from "../job-definition.ts";
import { isNamed, type JobSelector } from "../window/job-selector.ts";
import { AlarmCondition, Severity } from "./condition.ts";
import type { Incident } from "./incident.ts";

const MOST_NAMES = 200;

/** Chooses incidents: all that each of these names; `null` is everything. */
export interface IncidentSelector extends JobSelector {
  readonly severities: readonly Severity[] | null;
  readonly conditions: readonly AlarmCondition[] | null;
}

/** A list of at least one; left out, it is everything. */
export function someOf<Item>(
  item: v.GenericSchema<unknown, Item>,
): v.GenericSchema<unknown, readonly Item[] | null> {
  return v.optional(v.nullable(v.pipe(v.array(item), v.nonEmpty(), v.maxLength(MOST_NAMES))), null);
}

/** Names as a selector has them. */
export const someNames: v.GenericSchema<unknown, readonly string[] | null> = someOf(
  v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
);

/** The entries of a request that chooses incidents. */
export const selectorEntries: {
  readonly [Name in keyof IncidentSelector]: v.GenericSchema<unknown, IncidentSelector[Name]>;
} = {
  severities: someOf(v.picklist(Object.values(Severity))),
  conditions: someOf(v.picklist(Object.values(AlarmCondition))),
  apps: someNames,
  jobs: someNames,
  tags: someNames,
};

/** The name of a rule, a route or a silence. */
export const alarmIdSchema: v.GenericSchema<unknown, string> = v.pipe(
  v.string(),
  v.regex(/^[a-z\d][a-z\d._-]{0,63}$/),
);

export function selects(
  { severities, conditions, apps, jobs: names, tags }: IncidentSelector,
  { severity, condition, app, jobKey }: Pick<Incident, "severity" | "condition" | "app" | "jobKey">,
  jobs: ReadonlyMap<string, JobDefinition>,
): boolean {
  const tagged = jobKey === null ? [] : (jobs.get(jobKey)?.options.tags ?? []);
  return (
    (severities === null || severities.includes(severity)) &&
    (conditions === null || conditions.includes(condition)) &&
    (apps === null || (app !== null && apps.includes(app))) &&
    (names === null || (jobKey !== null && names.some((name) => isNamed(jobKey, name)))) &&
    (tags === null || tags.some((tag) => tagged.includes(tag)))
  );
}
