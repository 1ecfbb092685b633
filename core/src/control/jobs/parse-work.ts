import { LoopTurns } from "../../base/batching/loop-turns.ts";
import type { Requester } from "../../access/requester.ts";
import type { Clock } from "../../base/clock.ts";
import { invalidInput } from "../../base/input.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { type JobWork, WorkKind } from "../../model/job-work.ts";
import { parseJobWork } from "../../model/job-work-schema.ts";
import { withWorkDefaults } from "../../model/task/own-work.ts";
import { graphRules, tasksMissing } from "../../model/work-kinds.ts";

export interface ParseWorkContext {
  /** The key of the job. */
  readonly key: string;
  readonly app: string;
  /** Who makes it: one who may not start jobs of every app names those of its own alone. */
  readonly requester: Requester;
  readonly cache: Pick<JobDefinitionCache, "getMany" | "hasTasks" | "tenant">;
  readonly clock: Clock;
}

/**
 * Reads the work of a job as a request gives it.
 * @throws MoJobError `invalid_argument` with a pointer below `/work` for every mistake; `feature_missing` for a task where there are none
 */
export async function parseWork(
  input: unknown,
  { key, app, requester, cache, clock }: ParseWorkContext,
  doing: string,
): Promise<JobWork> {
  // Which kinds there are is known to the process, which may have another scheduler with the feature.
  if ((input as Partial<JobWork> | null)?.kind === WorkKind.Task && !cache.hasTasks)
    throw tasksMissing(doing);
  const work = parseJobWork(input, doing);
  if (work.kind !== WorkKind.Task) return work;
  const isFree = requester.apps.isAll;
  const issues = await graphRules(doing).issues(work.body, {
    key,
    app,
    jobs: cache,
    mayName: (of) => isFree || of === app,
    mayCome: isFree,
    turns: LoopTurns.of(clock, cache.tenant),
  });
  if (issues.length > 0)
    throw invalidInput(
      doing,
      issues.map((issue) => ({ ...issue, pointer: `/work/body${issue.pointer}` })),
    );
  return { ...work, body: withWorkDefaults(work.body) };
}
