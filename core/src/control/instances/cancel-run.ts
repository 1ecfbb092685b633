import { cancelled } from "../../model/reason.ts";
import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { isTerminal, JobState } from "../../model/instance/job-state.ts";
import { cancelOpen } from "../../model/waiting/cancel-open.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { CancelRequest } from "../../scheduler/instance-requests.ts";

const MOST_TRIES = 20;

/** Reads runs as they are now; `null` for one that does not exist, or not for the caller. */
export type ReadRuns = (ids: readonly string[]) => Promise<readonly (JobInstance | null)[]>;

/**
 * Cancels runs: a waiting one ends at once, a running one is marked for its worker, a failed one is not retried. Many take as
 * many calls of the store as one does.
 *
 * The result holds: a running attempt that is marked can only end Cancelled, a failed one ends Terminated.
 * @returns for each id the run, or why it was refused: `instance_not_found`, `already_terminal`, `store_unavailable`
 */
export async function cancelRuns(
  store: Pick<IMoInstanceStore, "update">,
  clock: Clock,
  read: ReadRuns,
  ids: readonly string[],
  request: CancelRequest,
): Promise<readonly (JobInstance | MoJobError)[]> {
  const reason = cancelled(request.by, request.reason);
  const results = new Map<string, JobInstance | MoJobError>();
  const latest = new Map<string, JobInstance>();
  const look = async (some: readonly string[]): Promise<void> => {
    const found = await read(some);
    some.forEach((id, index) => {
      const run = found[index] ?? null;
      if (run === null) results.set(id, notFound(id));
      else latest.set(id, run);
    });
  };
  const isLeft = (id: string): boolean => !results.has(id);
  await look(ids);
  for (let tries = 0; tries < MOST_TRIES && ids.some(isLeft); tries += 1) {
    const open: JobInstance[] = [];
    for (const id of ids.filter(isLeft)) {
      const run = latest.get(id) as JobInstance;
      const isMarked = run.state === JobState.Processing && run.cancelRequestedAt !== null;
      if (isTerminal(run.state)) results.set(id, alreadyEnded(run));
      else if (isMarked) results.set(id, run);
      else open.push(run);
    }
    if (open.length === 0) break;
    const now = clock.now();
    const applied = await store.update(open.map((run) => cancelOpen(run, now, reason)));
    await look(open.map(({ id }) => id));
    open.forEach(({ id }, index) => {
      const run = latest.get(id);
      if (applied[index] === true && run !== undefined && isLeft(id)) results.set(id, run);
    });
  }
  return ids.map((id) => results.get(id) ?? keepsChanging(id));
}

export function notFound(id: string): MoJobError {
  return new MoJobError(MoJobErrorCode.InstanceNotFound, `Cannot find run "${id}": no run has this id`);
}

function alreadyEnded({ id, state }: JobInstance): MoJobError {
  return new MoJobError(
    MoJobErrorCode.AlreadyTerminal,
    `Cannot cancel run "${id}": it has ended as "${state}"`,
  );
}

function keepsChanging(id: string): MoJobError {
  return new MoJobError(MoJobErrorCode.StoreUnavailable, `Cannot cancel run "${id}": it keeps changing`);
}
