import { invalidInput, type LoopTurns } from "@mojob/core/engine";
import { type DeclaredGraph, type NamedJob, type NamedJobs, taskWork } from "@mojob/core/feature";
import { codeWork, WorkKind } from "@mojob/core/ports";
import { validateTaskInTurns } from "../plan/validate-task.ts";
import { readStoredWork } from "./read-stored-work.ts";

/**
 * Checks what the nodes of declared tasks name, against the jobs that are declared beside them and stored tasks. Jobs of other code are
 * not looked at, so that a change of theirs does not keep this app from starting.
 * @throws MoJobError `invalid_argument` with a pointer below `/task` for every mistake
 */
export async function assertTasks(
  jobs: readonly DeclaredGraph[],
  cache: NamedJobs,
  turns: LoopTurns,
): Promise<void> {
  const beside = new Map(jobs.map((job) => [job.key, namedOf(job)]));
  const named: NamedJobs = {
    async getMany(keys) {
      const stored = await cache.getMany(keys.filter((key) => !beside.has(key)));
      const tasks = [...stored].filter(([, { work }]) => work.kind === WorkKind.Task);
      return new Map([...tasks, ...keys.flatMap((key) => entryOf(key, beside))]);
    },
  };
  for (const { key, task } of jobs) {
    if (task === undefined) continue;
    // Each reads what the ones before have read.
    // oxlint-disable-next-line no-await-in-loop
    const stored = await readStoredWork({ key, app: null }, task, named, () => true, { mayCome: true });
    // oxlint-disable-next-line no-await-in-loop
    const { issues } = await validateTaskInTurns(task, stored, turns);
    if (issues.length === 0) continue;
    throw invalidInput(
      `register job "${key}"`,
      issues.map((issue) => ({ ...issue, pointer: `/task${issue.pointer}` })),
    );
  }
}

function entryOf(
  key: string,
  beside: ReadonlyMap<string, NamedJob>,
): readonly (readonly [string, NamedJob])[] {
  const job = beside.get(key);
  return job === undefined ? [] : [[key, job]];
}

function namedOf({ key, task, argsSchema }: DeclaredGraph): NamedJob {
  return { app: "", argsSchema, work: task === undefined ? codeWork(key) : taskWork(task) };
}
