import { canonicalJson, type JsonValue } from "../../base/json.ts";
import { type Hiding, Payload } from "../../model/hidden.ts";
import type { Act } from "../../model/history/act.ts";
import { differsFromBody, type JobDefinition } from "../../model/job-definition.ts";
import { WorkKind } from "../../model/job-work.ts";
import type { ResolvedJobOptions } from "../../model/option/job-options.ts";
import type { CodeDifference } from "../../model/option/option-difference.ts";
import type { JobDetail, JobView } from "../../scheduler/job-service.ts";
import { hideWork } from "./hide-work.ts";
import { hideSummary } from "./hide-run.ts";

const HIDDEN = [Payload.Args, Payload.Work] as const;

/** A job and what its list shows. */
export function hideJob<View extends JobView>(view: View): View {
  return {
    ...view,
    definition: hideDefinition(view.definition),
    latest: view.latest && hideSummary(view.latest),
  };
}

/** As `hideJob`, with its differences from the code. */
export function hideDetail(detail: JobDetail): JobDetail {
  return { ...hideJob(detail), differsFromCode: detail.differsFromCode.map(hideDifference) };
}

/** A definition without its payloads. */
export function hideDefinition(definition: JobDefinition): Hiding<JobDefinition> {
  const { declaredBody, latestAct, work } = definition;
  const shown = hideWork(work);
  const isAsDeclared = declaredBody !== undefined && !differsFromBody(work, declaredBody);
  return {
    ...definition,
    args: null,
    work: shown,
    options: hideOptions(definition.options),
    declared: hideOptions(definition.declared),
    // Whether the body is that of the code is shown, and not which body that is.
    ...(declaredBody !== undefined && {
      declaredBody: isAsDeclared && shown.kind === WorkKind.Task ? canonicalJson(shown.body) : "{}",
    }),
    ...(latestAct !== undefined && { latestAct: hideAct(latestAct) }),
    hidden: HIDDEN,
  };
}

/** Options without the arguments that they give to children and fires. */
function hideOptions(options: ResolvedJobOptions): ResolvedJobOptions {
  const { children, schedule } = options;
  return {
    ...options,
    children: children.map(withoutArgs),
    schedule: schedule && { ...schedule, schedules: schedule.schedules.map(withoutArgs) },
  };
}

function withoutArgs<Holder extends { readonly args?: JsonValue }>(holder: Holder): Holder {
  return holder.args === undefined ? holder : { ...holder, args: null };
}

const WITH_PAYLOADS: ReadonlySet<string> = new Set(["args", "work", "children", "schedules", "values"]);

function hideDifference(difference: CodeDifference): CodeDifference {
  return WITH_PAYLOADS.has(difference.field) ? { ...difference, code: null, stored: null } : difference;
}

/** An act without the arguments, the work and the values that it changed. */
export function hideAct(act: Act): Act | Hiding<Act> {
  const changes = act.changes.map((change) =>
    WITH_PAYLOADS.has(change.pointer.split("/")[1] ?? "")
      ? { pointer: change.pointer, before: null, after: null }
      : change,
  );
  const isShown = changes.every((change, index) => change === act.changes[index]);
  return isShown ? act : { ...act, changes, hidden: [Payload.Changes] };
}
