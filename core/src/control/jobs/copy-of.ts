import { type JobDefinition, JobOrigin } from "../../model/job-definition.ts";
import { JobKind } from "../../model/option/job-kind.ts";
import { layersOfCopy } from "../../model/option-layers.ts";

/** A job as a new one with another key; a recurring one begins paused. */
export function copyOf(
  original: JobDefinition,
  key: string,
  { now, by }: { readonly now: Date; readonly by: string | null },
): JobDefinition {
  const {
    options,
    argsSchema,
    edited: _,
    appPause: __,
    schedulesSince: ___,
    latestAct: ____,
    latestDraft: _____,
    ...rest
  } = original;
  const name = options.name === original.key ? key : options.name;
  return {
    ...rest,
    key,
    options: { ...options, name },
    declared: { ...options, name },
    layers: layersOfCopy(original),
    argsSchema: original.origin === JobOrigin.Code ? null : argsSchema,
    origin: JobOrigin.Api,
    inCode: false,
    revision: 1,
    pause: original.kind === JobKind.Recurring ? { at: now, until: null, note: null } : null,
    scheduledSince: now,
    createdAt: now,
    updatedAt: now,
    updatedBy: by,
  };
}
