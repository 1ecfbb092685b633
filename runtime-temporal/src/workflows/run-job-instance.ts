import { JobState, type JsonValue } from "@mojob/core/workflow-safe";
import {
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  setHandler,
  type SignalDefinition,
  workflowInfo,
} from "@temporalio/workflow";
import { executeOnWorker, orchestrator, ownWorkflowId, WorkerVanished } from "./activity-proxies.ts";
import { isAddressedRun, malformed } from "./input-shapes.ts";
import {
  type AddressedRun,
  CODE_ARRIVED,
  DUE_NOW,
  DURABLE_TIMER_LEAD_MS,
  type JobInstanceInput,
  type RunStanding,
} from "./protocol.ts";

/** The run may go on: a worker has come that has its code, its turn for a slot was given and has ended, or it goes to another executor. */
export const codeArrived: SignalDefinition = defineSignal(CODE_ARRIVED);

/** Ends the wait for the next attempt: what its run was snoozed for has happened. */
export const dueNow: SignalDefinition<[number]> = defineSignal<[number]>(DUE_NOW);

/** How soon it looks again by itself: a signal may be lost. */
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 300_000;

/**
 * Runs one run from its dispatch, or from nothing but a job's key and arguments, to its end.
 *
 * Resolves to the run's result; fails with the job's error, or as cancelled. Started from a Temporal client, the run's id
 * is the workflow's.
 */
export async function runJobInstance(
  input: JobInstanceInput,
  ...others: readonly unknown[]
): Promise<JsonValue> {
  if (others.length > 0) throw malformed("a run", "one argument");
  // Any client may start this workflow, with any input: the control plane checks what is not from the dispatcher. A workflow
  // that is reset keeps the id of its first execution, and with it its run.
  const { firstExecutionRunId } = workflowInfo();
  // The dispatcher's first delay is the workflow's own; a run that is recorded here waits here.
  const isRecordedHere = !isAddressedRun(input);
  const run = isAddressedRun(input) ? input : await orchestrator.recordRun(input, firstExecutionRunId);
  const { destination, request } = run;
  const { tenant } = destination;
  const { instanceId } = request;
  try {
    const end = await runToEnd(run, isRecordedHere);
    return end === null ? null : resultOf(instanceId, end);
  } catch (error) {
    if (!isCancellation(error) || error instanceof RunCancelled) throw error;
    // Cancelled on Temporal's side while no worker ran it: its record ends here.
    return resultOf(
      instanceId,
      await CancellationScope.nonCancellable(() => orchestrator.cancelRun({ tenant, instanceId })),
    );
  }
}

/**
 * Attempt after attempt, until the run has ended. Resolves to `null` where it waits for a slot, which a worker will give it
 * without this workflow, and nobody waits for its result here.
 */
async function runToEnd(
  { destination: first, request }: AddressedRun,
  waitsForFirst: boolean,
): Promise<EndedRun | null> {
  const isAwaited = waitsForFirst || workflowInfo().continuedFromExecutionRunId !== undefined;
  let { attempt, retry, dueAt, lane } = request;
  let destination = first;
  let waitMs = FIRST_WAIT_MS;
  let hasArrived = false;
  setHandler(codeArrived, () => {
    hasArrived = true;
  });
  let attemptDue = 0;
  setHandler(dueNow, (which) => {
    attemptDue = which;
  });
  const takeWake = (): boolean => {
    const had = hasArrived;
    hasArrived = false;
    return had;
  };
  /** Its executor may have left while it was not due. */
  let isUnsure = destination.executor !== null && dueAt !== null;
  let waitsForDue = waitsForFirst;
  const asItStands = (): AddressedRun => ({
    destination,
    request: { ...request, lane, attempt, ...(retry !== undefined && { retry }), dueAt },
  });
  for (;;) {
    const awaited = attempt;
    const isDueNow = (): boolean => attemptDue === awaited;
    if (attempt > 1 || waitsForDue) await sleepUntil(dueAt, isDueNow);
    // Its worker would wait for that time.
    if (isDueNow()) dueAt = null;
    const run = asItStands();
    let standing = isUnsure ? await recover(run, null) : await runAttempt(run, takeWake);
    isUnsure = false;
    // The wake may have come while the worker wrote that the run waits: it comes once.
    if (isLeftToWorkers(standing) && !isAwaited && !hasArrived) return null;
    if (standing.next === "wait") {
      // No worker there had its code, or another one runs it.
      waitMs = (await condition(() => hasArrived, waitMs))
        ? FIRST_WAIT_MS
        : Math.min(waitMs * 2, LONGEST_WAIT_MS);
      hasArrived = false;
      standing = await recover(run, null);
    }
    if (standing.next === "ended") return standing;
    if (standing.next === "attempt") {
      // It was postponed: the time that this workflow began with is another one.
      waitsForDue ||= standing.dueAt !== dueAt;
      ({ attempt, retry, dueAt, lane = lane } = standing);
      if (standing.executor !== undefined) destination = { ...destination, executor: standing.executor };
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof runJobInstance>(asItStands());
  }
}

function isLeftToWorkers(standing: RunStanding): boolean {
  return standing.next === "wait" && standing.isQueued === true;
}

/** @param takeWake whether it was told to look again since this was last asked */
async function runAttempt(run: AddressedRun, takeWake: () => boolean): Promise<RunStanding> {
  const { destination, request } = run;
  try {
    const input = { requests: [request], isFollowed: true };
    const executing = executeOnWorker(destination, request.priority, input);
    if (destination.executor !== null) {
      const moved = await movedFrom(run, executing, takeWake);
      if (moved !== null) return moved;
    }
    return (await executing) ?? { next: "wait" };
  } catch (error) {
    if (!(error instanceof WorkerVanished)) throw error;
    return CancellationScope.nonCancellable(() => recover(run, error.executorId));
  }
}

/**
 * Waits until the executor is done with the attempt, and resolves to `null`; resolves to where the run stands when it goes to another
 * executor before this one has taken it. What this one takes later finds nothing to begin.
 */
async function movedFrom(
  run: AddressedRun,
  executing: Promise<unknown>,
  takeWake: () => boolean,
): Promise<RunStanding | null> {
  let isDone = false;
  // Its failure is the caller's.
  void Promise.allSettled([executing]).then(() => {
    isDone = true;
  });
  for (;;) {
    let isWoken = false;
    await condition(() => isDone || (isWoken = takeWake()));
    if (!isWoken) return null;
    const standing = await recover(run, null);
    if (standing.next === "attempt" && standing.executor !== run.destination.executor) return standing;
  }
}

async function recover(run: AddressedRun, executorId: string | null): Promise<RunStanding> {
  const {
    destination: { tenant },
    request,
  } = run;
  const lost = { tenant, requests: [request], workflowId: ownWorkflowId(), executorId, isFollowed: true };
  return (await orchestrator.recoverRuns(lost)) ?? { next: "wait" };
}

/** The last part is waited for in the worker: a timer here is rounded up to a whole second. */
async function sleepUntil(dueAt: string | null, isDueNow: () => boolean): Promise<void> {
  if (dueAt === null) return;
  // In a workflow this is the workflow's time, the same on every replay.
  const leftMs = new Date(dueAt).getTime() - Date.now() - DURABLE_TIMER_LEAD_MS;
  if (leftMs > 0) await condition(isDueNow, Math.ceil(leftMs / 1000) * 1000);
}

/** The workflow's result, or the failure it ends with. */
function resultOf(instanceId: string, standing: RunStanding): JsonValue {
  if (standing.next !== "ended") throw new RunCancelled(`Run "${instanceId}" was cancelled`);
  const { state, result, failure } = standing;
  if (state === JobState.Succeeded) return result;
  const message = `Run "${instanceId}" ended as ${state}: ${failure.message}`;
  if (state === JobState.Cancelled) throw new RunCancelled(message);
  throw ApplicationFailure.nonRetryable(message, failure.code);
}

/** The run has ended as cancelled. */
class RunCancelled extends CancelledFailure {}

type EndedRun = Extract<RunStanding, { readonly next: "ended" }>;
