import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { canRun } from "../placement/can-run.ts";

/** A worker that began longer ago has been noticed by another process. */
const JUST_CAME_MS = 30_000;

/** Notices workers that have just begun with the code of jobs that no other worker has: their runs waited for that. */
export class CodeArrivals {
  /** Workers that were noticed and are still there. */
  #known: ReadonlySet<string> = new Set();

  /** The keys of the jobs that can run since the last call. */
  take(executors: readonly ExecutorRecord[], jobs: readonly JobDefinition[], now: Date): ReadonlySet<string> {
    const isNew = ({ id, startedAt }: ExecutorRecord): boolean =>
      !this.#known.has(id) && now.getTime() - startedAt.getTime() <= JUST_CAME_MS;
    const [come, others] = [executors.filter(isNew), executors.filter((executor) => !isNew(executor))];
    this.#known = new Set(executors.map(({ id }) => id));
    if (come.length === 0) return new Set();
    const arrived = jobs.filter(
      (job) =>
        come.some((executor) => canRun(executor, job)) && !others.some((executor) => canRun(executor, job)),
    );
    return new Set(arrived.map(({ key }) => key));
  }
}
