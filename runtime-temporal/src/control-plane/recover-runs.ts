import { type JobInstance, JobState } from "@mojob/core";
import { type ControlPlane, liveSince } from "@mojob/core/engine";
import { OPEN_STATES } from "@mojob/core/ports";
import { ApplicationFailure } from "@temporalio/common";
import { standingOf } from "../link/run-standing.ts";
import type { LostInput, RunStanding } from "../workflows/protocol.ts";
import { isVanished } from "./vanished-worker.ts";

/** Settles or dispatches again the runs of a dead worker; resolves to the standing of the one run that is followed. */
export async function recoverRuns(
  { engine, reconciler }: ControlPlane,
  lost: LostInput,
): Promise<RunStanding | null> {
  const { tenant, store, clock } = engine;
  const { executorId, isFollowed, requests } = lost;
  const ids = requests.map(({ instanceId }) => instanceId);
  const seenSince = liveSince(clock.now());
  const alive = new Set((await store.executors.list(tenant, seenSince)).map(({ id }) => id));
  if (executorId !== null && (await isVanished(executorId, { tenant, store: store.executors, clock })))
    alive.delete(executorId);
  const records = await store.instances.get(tenant, ids);
  const left = records.filter((record) => record !== null && isLeft(record, lost, alive)) as JobInstance[];
  await reconciler.recover(left);
  const [followed] = ids;
  return isFollowed && followed !== undefined ? readStanding({ engine }, followed) : null;
}

/** @throws ApplicationFailure where the run has no record */
export async function readStanding(
  { engine: { tenant, store } }: Pick<ControlPlane, "engine">,
  instanceId: string,
): Promise<RunStanding> {
  const [record] = await store.instances.get(tenant, [instanceId]);
  if (record) return standingOf(record);
  throw ApplicationFailure.nonRetryable(
    `Cannot continue run "${instanceId}": its record no longer exists`,
    "instance_not_found",
  );
}

/** Whether the dead worker, or a worker that could not continue, has left this run. */
function isLeft(record: JobInstance, lost: LostInput, alive: ReadonlySet<string>): boolean {
  if (!OPEN_STATES.includes(record.state)) return false;
  if (record.state === JobState.Processing) return !alive.has(record.worker ?? "");
  // A workflow of its own continues with a run that never began; for a batch it is dispatched again, unless that was done.
  return (
    !lost.isFollowed && record.state !== JobState.Failed && lost.workflowId.startsWith(record.dispatchId)
  );
}
