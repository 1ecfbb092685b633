import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { canRun } from "../placement/can-run.ts";

/** A worker that began longer ago has been noticed by another process. */
const JUST_CAME_MS = 30_000;

/** Notices workers that have just begun with the code of jobs that no other worker has: their runs waited for that. */
export class CodeArrivals {
  /** Workers that were noticed and are still there. */
  #known: ReadonlySet<string> = new Set();

  /** The keys of the jobs that can run since the last call. Yields after each job, of which a tenant may have thousands. */
  *take(
    executors: readonly ExecutorRecord[],
    jobs: readonly JobDefinition[],
    now: Date,
  ): Generator<void, ReadonlySet<string>> {
    const isNew = ({ id, startedAt }: ExecutorRecord): boolean =>
      !this.#known.has(id) && now.getTime() - startedAt.getTime() <= JUST_CAME_MS;
    const come = Map.groupBy(executors.filter(isNew), ({ app }) => app);
    const others = Map.groupBy(
      executors.filter((executor) => !isNew(executor)),
      ({ app }) => app,
    );
    this.#known = new Set(executors.map(({ id }) => id));
    const arrived = new Set<string>();
    for (const job of come.size === 0 ? [] : jobs) {
      const isAmong = (of: ReadonlyMap<string, readonly ExecutorRecord[]>): boolean =>
        of.get(job.app)?.some((executor) => canRun(executor, job)) === true;
      if (isAmong(come) && !isAmong(others)) arrived.add(job.key);
      yield;
    }
    return arrived;
  }
}
