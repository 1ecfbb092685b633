import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { type JobWork, type RegisteredWork, type TaskWork, WorkKind } from "./job-work.ts";
import { OWN_KINDS } from "./own-work-kinds.ts";
import type { GraphRules } from "./task/graph-rules.ts";
import type { WorkKindRules } from "./work-kind-rules.ts";

const known = new Map<string, WorkKindRules>(OWN_KINDS.map((rules) => [rules.kind, rules]));

/** Work that was stored by a process with more kinds than this one. */
type UnknownKind = Partial<Omit<WorkKindRules, "kind" | "schema">>;
const UNKNOWN: UnknownKind = {};

/**
 * Has this process take work of another kind: jobs with it can be made, and its rules hold for stored ones. Every process that
 * makes jobs, decides about runs or executes them registers the kinds it may meet, before it opens its deployment. To register
 * the same rules again does nothing.
 * @throws MoJobError `invalid_configuration` where other rules have the name
 * @example
 * ```ts
 * import { registerWorkKind } from "@mojob/core/ports";
 * import { XXL_WORK } from "@mojob/xxl-gateway/work";
 *
 * registerWorkKind(XXL_WORK);
 * ```
 */
export function registerWorkKind<Work extends RegisteredWork | TaskWork>(rules: WorkKindRules<Work>): void {
  const { kind } = rules;
  const before: unknown = known.get(kind);
  if (before === rules) return;
  if (before !== undefined)
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      `Cannot register the kind of work "${kind}": there is another one of this name`,
    );
  known.set(kind, rules);
}

/** All kinds that this process knows, the core's own first. */
export function workKinds(): readonly WorkKindRules[] {
  return [...known.values()];
}

/** The rules for this work. */
export function rulesOf({ kind }: Pick<JobWork, "kind">): UnknownKind {
  return known.get(kind) ?? UNKNOWN;
}

/** How graphs are checked. @throws MoJobError `feature_missing` where this process has no kind of work that is one */
export function graphRules(doing: string): GraphRules {
  const { graph } = rulesOf({ kind: WorkKind.Task });
  if (graph !== undefined) return graph;
  throw tasksMissing(doing);
}

/** The refusal of a task by a scheduler without the feature for them. */
export function tasksMissing(doing: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.FeatureMissing,
    `Cannot ${doing}: the scheduler was opened without the feature "tasks". Put it into "features"`,
    { parameters: { feature: "tasks" } },
  );
}

/** Whether the work goes on where its worker dies, so that another worker can wait for its end. */
export function outlivesWorker(work: JobWork): boolean {
  return rulesOf(work).outlivesWorker?.(work) ?? false;
}
