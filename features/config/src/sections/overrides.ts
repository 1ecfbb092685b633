import type { JobDefinition } from "@mojob/core";
import { flattenOptions, issueAt, optionsOf } from "@mojob/core/engine";
import { hasLeftCode, pickValues, valuesOf } from "@mojob/core/feature";
import { JobOrigin, jsonOf, type JsonObject, type JsonValue } from "@mojob/core/ports";
import { changeOf, isSame } from "../change.ts";
import { type ConfigContext, type ConfigScheduler, type JobsThere, readable } from "../config-context.ts";
import { below } from "../config-issues.ts";
import { isObject, ordered } from "../document.ts";
import {
  type ConfigSection,
  type Planning,
  planOf,
  SectionShape,
  type Step,
  togetherWith,
} from "../section.ts";
import { isCompoundName } from "./job-item.ts";

/** What people changed beside the code of jobs that it declares. */
export const OVERRIDES: ConfigSection = {
  name: "overrides",
  isOfApps: true,

  async read(context) {
    const there = await readable(context.jobs());
    if (there === null) return null;
    const edited = await context.each(ofCode(there), (job) => [job.key, overrideItem(job)] as const);
    const some = edited.filter(([, item]) => Object.keys(item).length > 0);
    const items = some.filter(([key]) => !there.hidden.has(key));
    return { shape: SectionShape.Named, items: new Map(items), hidden: some.length - items.length };
  },

  async plan(value, context, planning) {
    const { pointer, issues, prune } = planning;
    if (!isObject(value)) {
      issues.add(issueAt(pointer, "not_object"));
      return null;
    }
    const there = await context.jobs();
    const stated = new Map<string, JsonValue>(Object.entries(value));
    const steps: Step[] = [];
    for (const [key, override] of stated) {
      const at = below(pointer, key);
      const turn = context.turns.take();
      // Each takes its turn.
      // oxlint-disable-next-line no-await-in-loop
      if (turn !== null) await turn;
      // oxlint-disable-next-line no-await-in-loop
      const step = await issues.within(at, () => stepOf(key, override, { at, there, context, planning }));
      if (step !== null) steps.push(step);
    }
    const removals: Step[] = [];
    for (const job of prune ? ofCode(there) : []) {
      if (stated.has(job.key) || there.hidden.has(job.key)) continue;
      // oxlint-disable-next-line no-await-in-loop
      const step = await issues.within(pointer, () => override(job, {}, context, planning));
      if (step !== null) removals.push(step);
    }
    return planOf(steps, removals);
  },
};

/** The jobs that code declares. */
function ofCode({ all }: JobsThere): readonly JobDefinition[] {
  return [...all.values()].filter((job) => job.origin === JobOrigin.Code && !hasLeftCode(job));
}

/** What somebody set of a job that code declares. */
function overrideItem(job: JobDefinition): JsonObject {
  const { options, edited = [], args, work, isBodyEdited } = job;
  const stated = jsonOf(pickValues(valuesOf(options), edited)) as JsonObject;
  return {
    ...Object.fromEntries(Object.entries(stated).map(([name, value]) => [name, ordered(value)])),
    ...(isBodyEdited === true && { work: ordered(jsonOf(work)) }),
    ...(args !== null && { args: ordered(args) }),
  };
}

interface Looking {
  readonly at: string;
  readonly there: JobsThere;
  readonly context: ConfigContext<ConfigScheduler>;
  readonly planning: Planning;
}

function stepOf(
  key: string,
  value: JsonValue,
  { at, there, context, planning }: Looking,
): Promise<Step | null> {
  const job = there.all.get(key);
  const refused =
    job === undefined || job.origin !== JobOrigin.Code
      ? issueAt(at, "unknown_job", { key })
      : there.hidden.has(key)
        ? issueAt(at, "hidden_job")
        : isObject(value)
          ? null
          : issueAt(at, "not_object");
  if (refused !== null || job === undefined || !isObject(value)) {
    if (refused !== null) planning.issues.add(refused);
    return Promise.resolve(null);
  }
  return override(job, value, context, planning);
}

/** What makes the job say what its code says, but for these values; `null` where it does. */
async function override(
  job: JobDefinition,
  stated: JsonObject,
  context: ConfigContext<ConfigScheduler>,
  planning: Planning,
): Promise<Step | null> {
  const { scheduler } = context;
  const { key, revision } = job;
  const before = overrideItem(job);
  if (isSame(before, stated)) return null;
  const patch = patchOf(job, stated);
  if (Object.keys(patch).length === 0) return null;
  const next = await scheduler.jobs.check({ update: { key, patch } }, togetherWith(context, planning));
  const after = overrideItem(next);
  const change = changeOf(
    OVERRIDES.name,
    key,
    Object.keys(before).length === 0 ? null : before,
    Object.keys(after).length === 0 ? null : after,
  );
  if (change === null || isSame(before, after)) return null;
  planning.jobs.set(key, next);
  return { change, run: (comment) => scheduler.jobs.update(key, patch, revision, { comment }) };
}

/** The edit that sets these values, and takes others that were set back to those of the code. */
function patchOf(job: JobDefinition, stated: JsonObject): JsonObject {
  const { kind, options, declared, edited = [], args, work, isBodyEdited, declaredBody } = job;
  const { work: statedWork, args: statedArgs = null, ...statedOptions } = stated;
  const [own, ofItsCode] = [flattenOptions(options), flattenOptions(declared)];
  const rows = optionsOf(kind);
  const back = jsonOf(pickValues(valuesOf(declared), edited)) as JsonObject;
  const changed = Object.keys({ ...back, ...statedOptions }).flatMap(
    (name): readonly (readonly [string, JsonValue])[] => {
      const [to, from] = [statedOptions[name], back[name]];
      const value =
        isCompoundName(rows, name) && isObject(to ?? {}) && isObject(from ?? {})
          ? {
              ...(own[name] as JsonObject),
              ...(from as JsonObject | undefined),
              ...(to as JsonObject | undefined),
            }
          : (to ?? from ?? ofItsCode[name]);
      return value === undefined || isSame(value, own[name]) ? [] : [[name, value]];
    },
  );
  const wanted =
    statedWork ??
    (isBodyEdited === true && declaredBody !== undefined
      ? { kind: "task", body: JSON.parse(declaredBody) as JsonObject }
      : undefined);
  return {
    ...Object.fromEntries(changed),
    ...(wanted !== undefined && !isSame(wanted, jsonOf(work)) && { work: wanted }),
    ...(!isSame(statedArgs, args) && { args: statedArgs }),
  };
}
