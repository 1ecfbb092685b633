import type { AppSet } from "../../access/app-set.ts";
import type { Requester } from "../../access/requester.ts";
import type { Clock } from "../../base/clock.ts";
import { copyJson } from "../../base/json.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { owedSince } from "../../definition/owed-since.ts";
import { bodyEditedAfter } from "../../definition/task/declared-body.ts";
import { schemaOfTask } from "../../model/task/task-args-schema.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { isTask } from "../../model/job-work.ts";
import { editedAfter } from "../../model/layer/edited-options.ts";
import { parseStatedOptions } from "../../model/option/option-schema.ts";
import { applyStatedOptions } from "../../model/option/resolve-options.ts";
import { queuedBefore } from "../../model/waiting/may-have-waiting.ts";
import { assertChildren } from "./assert-children.ts";
import { assertEdit } from "./assert-edit.ts";
import { assertMayStartChildren, assertMayUse } from "./assert-may-use.ts";
import { changesNothing, partsOf } from "./job-patch.ts";
import { argsSchemaAfter, assertRunner, assertStoredArgs, type MakeJobContext } from "./make-job.ts";
import { parseWork } from "./parse-work.ts";

export interface EditJobContext {
  readonly requester: Requester;
  readonly cache: Pick<JobDefinitionCache, "getMany" | "hasTasks" | "tenant">;
  readonly clock: Clock;
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
  readonly findHandler: MakeJobContext["findHandler"];
}

/**
 * A job after a patch, as it is to be written; `null` where that changes nothing.
 * @throws MoJobError `invalid_argument`, `invalid_cron`, `invalid_args`
 */
export async function editJob(
  current: JobDefinition,
  patch: unknown,
  { requester, cache, clock, workers, findHandler }: EditJobContext,
): Promise<JobDefinition | null> {
  const { key, app } = current;
  const doing = `change job "${key}"`;
  const { stated, ...given } = partsOf(patch);
  const options = applyStatedOptions(current.options, parseStatedOptions(current.kind, stated, doing));
  assertEdit(current, options, stated, doing);
  const use = { requester, app, cache };
  if (options.children !== current.options.children) {
    await assertMayStartChildren(options.children, current.options.children, use);
  }
  const args = "args" in given ? copyJson(given.args ?? null, "/args") : current.args;
  const work =
    "work" in given
      ? await parseWork(given.work, { key, app, requester, cache, clock }, doing)
      : current.work;
  if ("work" in given) await assertMayUse(work, current.work, use);
  if ("work" in given || options.children !== current.options.children)
    await assertChildren({ key, options, work }, use, doing);
  const isGraph = "work" in given && isTask({ work }) && !("argsSchema" in given);
  const argsSchema = isGraph ? schemaOfTask(work) : argsSchemaAfter(current, work, given, doing);
  if ("work" in given) assertRunner(work, app, await workers(requester.apps), doing);
  const isChecked = "args" in given || "work" in given || "argsSchema" in given;
  if (isChecked || options.schedule !== current.options.schedule)
    await assertStoredArgs({ key, app, work, args, argsSchema, options }, findHandler);
  if (changesNothing({ options, args, argsSchema, work }, current)) return null;
  const now = clock.now();
  return {
    ...bodyEditedAfter(current, work),
    ...owedSince(current, options, now),
    ...queuedBefore(current.options, options),
    options,
    edited: editedAfter(current, options),
    args,
    argsSchema,
    work,
    revision: current.revision + 1,
    updatedAt: now,
    updatedBy: requester.by,
  };
}
