import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import { NAMED_WITHIN_MS } from "./liveness.ts";

/** The parts of a run that decide who has it. */
export type OwnedRun = Pick<JobInstance, "id" | "worker" | "startedAt">;

/** Which runs under way are with their worker, by the heartbeats of all workers that are alive. */
export class RunOwners {
  readonly #workers: ReadonlyMap<string, { readonly seenAt: Date; readonly ids: ReadonlySet<string> | null }>;

  constructor(alive: readonly ExecutorRecord[]) {
    this.#workers = new Map(
      alive.map(({ id, lastSeenAt, holds }) => [
        id,
        { seenAt: lastSeenAt, ids: holds === undefined || holds === null ? null : new Set(holds) },
      ]),
    );
  }

  /** Whether a living worker has the run: it names the run, or cannot be expected to do so yet. */
  has({ id, worker, startedAt }: OwnedRun): boolean {
    const found = worker === null ? undefined : this.#workers.get(worker);
    if (found === undefined) return false;
    if (found.ids === null || startedAt === null || found.ids.has(id)) return true;
    return found.seenAt.getTime() - startedAt.getTime() <= NAMED_WITHIN_MS;
  }

  /** Whether the run's worker is alive and does not have it: the store was set back, or lost a write of the run's end. */
  isDisowned(run: OwnedRun): boolean {
    return run.worker !== null && this.#workers.has(run.worker) && !this.has(run);
  }
}
