import { queuedBefore } from "../model/waiting/may-have-waiting.ts";
import { isMoJobError } from "../base/error.ts";
import { canonicalJson, type JsonValue } from "../base/json.ts";
import { hasLeftCode, type JobDefinition, JobOrigin } from "../model/job-definition.ts";
import { followCode } from "../model/layer/edited-options.ts";
import type { ResolvedJobOptions } from "../model/option/job-options.ts";
import { OptionRule } from "../model/option/option-rule.ts";
import { differingOptions } from "../model/option/resolve-options.ts";
import type { DeclaredJob } from "../scheduler/job-registry.ts";
import { assertTogether } from "./assert-together.ts";
import type { StoredJob } from "./app/own-key.ts";
import { owedSince } from "./owed-since.ts";
import { withWorkOfCode } from "./task/declared-body.ts";

/** A stored job as it is in force once the code has declared it again; the same object where nothing changes. */
export function takeUpCode(
  definition: JobDefinition,
  { key: handler, job }: StoredJob,
  { rule, by, now }: { readonly rule: OptionRule; readonly by: string | null; readonly now: Date },
): JobDefinition {
  const withWork = withWorkOfCode(definition, job, handler);
  const options = rule === OptionRule.FollowCode ? optionsOfCode(definition, job) : definition.options;
  const isSame = differingOptions(options, definition.options).length === 0;
  // Another schema of the arguments is a change of what is in force: it counts as a revision, so that it is seen.
  const ofWork = withWork.isBodyEdited === true ? definition.argsSchema : job.argsSchema;
  const argsSchema = isSameJson(definition.argsSchema, ofWork) ? definition.argsSchema : ofWork;
  if (definition.inCode && isSame && withWork === definition && argsSchema === definition.argsSchema)
    return definition;
  const { schedulesSince: _, ...rest } = withWork;
  return {
    ...rest,
    ...(hasLeftCode(definition) ? { scheduledSince: now } : owedSince(definition, options, now)),
    ...queuedBefore(definition.options, options),
    options,
    argsSchema,
    inCode: true,
    revision: definition.revision + 1,
    updatedAt: now,
    updatedBy: by,
  };
}

/** A job that was made at run time keeps what its maker said, and an edit that does not fit the new code keeps all that is stored. */
function optionsOfCode(definition: JobDefinition, job: DeclaredJob): ResolvedJobOptions {
  if (definition.origin !== JobOrigin.Code) return definition.options;
  const options = followCode(definition, job.options);
  try {
    assertTogether(options, job.key, `follow the code of job "${job.key}"`);
    return options;
  } catch (error) {
    if (isMoJobError(error)) return definition.options;
    throw error;
  }
}

function isSameJson(a: JsonValue, b: JsonValue): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
