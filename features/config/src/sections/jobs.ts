import { type JobDefinition, MoJobError, MoJobErrorCode, Permission } from "@mojob/core";
import { appsWith, issueAt } from "@mojob/core/engine";
import { JobOrigin, type JsonValue } from "@mojob/core/ports";
import { changeOf, isSame } from "../change.ts";
import { type ConfigContext, type ConfigScheduler, type JobsThere, readable } from "../config-context.ts";
import { below } from "../config-issues.ts";
import { isObject } from "../document.ts";
import {
  type ConfigSection,
  type Planning,
  planOf,
  SectionShape,
  type Step,
  togetherWith,
} from "../section.ts";
import { jobItem } from "./job-item.ts";
import { inOrder } from "./job-order.ts";
import { parseJob, patchOf, type StatedJob } from "./job-request.ts";

/** Jobs that were made by hand, with their scripts and the graphs of tasks. */
export const JOBS: ConfigSection = {
  name: "jobs",
  isOfApps: true,

  async read(context) {
    const there = await readable(context.jobs());
    if (there === null) return null;
    const made = madeByHand(there);
    const shown = made.filter(({ key }) => !there.hidden.has(key));
    const items = await context.each(shown, (job) => [job.key, jobItem(job, there.defaults)] as const);
    const hidden = made.length - items.length;
    return { shape: SectionShape.Named, items: new Map(items), hidden };
  },

  async plan(value, context, planning) {
    const { pointer, issues, prune, jobs } = planning;
    if (!isObject(value)) {
      issues.add(issueAt(pointer, "not_object"));
      return null;
    }
    const there = await context.jobs();
    const stated = new Map(Object.entries(value));
    const order = inOrder(stated);
    for (const { key, app } of prune ? madeByHand(there) : []) {
      if (stated.has(key) || there.hidden.has(key)) continue;
      planning.removed.add(key);
      if (!appsWith(context.scheduler.principal, Permission.DeleteJobs).has(app))
        issues.forbid(pointer, Permission.DeleteJobs, app);
    }
    const steps: Step[] = [];
    for (const key of order) {
      const at = below(pointer, key);
      const turn = context.turns.take();
      // What one job starts is checked before it, and each takes its turn.
      // oxlint-disable-next-line no-await-in-loop
      if (turn !== null) await turn;
      // oxlint-disable-next-line no-await-in-loop
      const step = await issues.within(at, () =>
        stepOf(key, stated.get(key) ?? null, { at, there, context, planning }),
      );
      if (step !== null) steps.push(step);
    }
    const removals = await context.each(planning.removed, (key) => removalOf(key, there, context.scheduler));
    for (const key of planning.removed) jobs.delete(key);
    return planOf(steps, removals.flat());
  },
};

/** The jobs that no code declares, by their keys. */
function madeByHand({ all }: JobsThere): readonly JobDefinition[] {
  return [...all.values()].filter(({ origin }) => origin === JobOrigin.Api);
}

interface Looking {
  /** JSON pointer to the job. */
  readonly at: string;
  readonly there: JobsThere;
  readonly context: ConfigContext<ConfigScheduler>;
  readonly planning: Planning;
}

/** What makes one job what the document says; `null` where it is so, or cannot be. */
async function stepOf(key: string, value: JsonValue, looking: Looking): Promise<Step | null> {
  const { at, there, context, planning } = looking;
  const { issues } = planning;
  const current = there.all.get(key);
  if (current !== undefined && current.origin !== JobOrigin.Api) {
    issues.add(issueAt(at, "declared_by_code", { key }));
    return null;
  }
  if (there.hidden.has(key)) {
    issues.add(issueAt(at, "hidden_job"));
    return null;
  }
  const before = current === undefined ? null : jobItem(current, there.defaults);
  if (before !== null && isSame(before, value)) return null;
  const job = parseJob(value, key);
  if (!context.covers(job.app)) {
    issues.add(issueAt(`${at}/app`, "other_app", { app: context.app ?? job.app }));
    return null;
  }
  return current === undefined ? creation(key, job, looking) : edit(current, job, looking);
}

async function creation(key: string, job: StatedJob, { there, context, planning }: Looking): Promise<Step> {
  const { scheduler } = context;
  const request = { key, ...job };
  const made = await scheduler.jobs.check({ create: request }, togetherWith(context, planning));
  planning.jobs.set(key, made);
  return {
    change: known(changeOf("jobs", key, null, jobItem(made, there.defaults))),
    run: (comment) => scheduler.jobs.create({ ...request, comment }),
  };
}

async function edit(current: JobDefinition, job: StatedJob, looking: Looking): Promise<Step | null> {
  const { at, there, context, planning } = looking;
  const { key, app, kind, revision } = current;
  const fixed = [
    ...(job.app === app ? [] : [issueAt(`${at}/app`, "not_changed_later")]),
    ...(job.kind === kind ? [] : [issueAt(`${at}/kind`, "not_changed_later")]),
  ];
  planning.issues.add(...fixed);
  if (fixed.length > 0) return null;
  const patch = patchOf(job, current, there.defaults);
  const { scheduler } = context;
  const next = await scheduler.jobs.check({ update: { key, patch } }, togetherWith(context, planning));
  const change = changeOf("jobs", key, jobItem(current, there.defaults), jobItem(next, there.defaults));
  if (change === null) return null;
  planning.jobs.set(key, next);
  return { change, run: (comment) => scheduler.jobs.update(key, patch, revision, { comment }) };
}

function removalOf(key: string, { all, defaults }: JobsThere, scheduler: ConfigScheduler): readonly Step[] {
  const job = all.get(key);
  if (job === undefined) return [];
  const change = known(changeOf("jobs", key, jobItem(job, defaults), null));
  return [{ change, run: () => scheduler.jobs.remove(key, job.revision) }];
}

function known<Value>(value: Value | null): Value {
  if (value !== null) return value;
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    "Cannot compare the configuration: a change changes nothing",
  );
}
