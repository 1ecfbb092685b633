import { JobState, type JsonValue } from "@mojob/core/workflow-safe";
import {
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  continueAsNew,
  isCancellation,
  sleep,
  workflowInfo,
} from "@temporalio/workflow";
import { executeOnWorker, orchestrator, ownWorkflowId, WorkerVanished } from "./job-activities.ts";
import {
  type AddressedRun,
  DURABLE_TIMER_LEAD_MS,
  type JobInstanceInput,
  type RunRequest,
  type RunStanding,
} from "./protocol.ts";

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 300_000;

/**
 * Carries one run from its dispatch, or from nothing but a job's key and arguments, to its end.
 *
 * Resolves to the run's result; fails with the job's error, or as cancelled. Who starts it from a Temporal client chooses
 * the run's id: it is the workflow's.
 */
export async function runJobInstance(input: JobInstanceInput): Promise<JsonValue> {
  const run = isAddressed(input) ? input : await orchestrator.recordRun(input);
  const { instanceId } = run.request;
  try {
    return answerOf(instanceId, await carry(run));
  } catch (error) {
    if (!isCancellation(error) || error instanceof RunCancelled) throw error;
    // Asked for on Temporal's side while nobody ran it: its record ends here.
    return answerOf(
      instanceId,
      await CancellationScope.nonCancellable(() => orchestrator.cancelRun(instanceId)),
    );
  }
}

/** Anybody may start this workflow, with anything: what is not from the dispatcher is for the control plane to judge. */
function isAddressed(input: JobInstanceInput | undefined): input is AddressedRun {
  return typeof input === "object" && input !== null && "request" in input && "taskQueue" in input;
}

/** Attempt after attempt, until the run has ended. */
async function carry({ taskQueue, request }: AddressedRun): Promise<EndedRun> {
  let { attempt, dueAt } = request;
  let waitMs = FIRST_WAIT_MS;
  for (;;) {
    // The first attempt's delay is the workflow's own.
    if (attempt > 1) await sleepUntil(dueAt);
    const run = { taskQueue, request: { ...request, attempt, dueAt } };
    let standing = await runAttempt(run);
    if (standing.next === "wait") {
      // Nobody there had its code, or somebody else is at it.
      await sleep(waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      standing = await recover(run.request, null);
    }
    if (standing.next === "ended") return standing;
    if (standing.next === "attempt") ({ attempt, dueAt } = standing);
    if (workflowInfo().continueAsNewSuggested) {
      const left = { taskQueue, request: { ...request, attempt, dueAt } };
      await continueAsNew<typeof runJobInstance>(left);
    }
  }
}

async function runAttempt({ taskQueue, request }: AddressedRun): Promise<RunStanding> {
  try {
    const input = { requests: [request], isFollowed: true };
    return (await executeOnWorker(taskQueue, request.priority, input)) ?? { next: "wait" };
  } catch (error) {
    if (!(error instanceof WorkerVanished)) throw error;
    return CancellationScope.nonCancellable(() => recover(request, error.executorId));
  }
}

async function recover(request: RunRequest, executorId: string | null): Promise<RunStanding> {
  const lost = { requests: [request], workflowId: ownWorkflowId(), executorId, isFollowed: true };
  return (await orchestrator.recoverRuns(lost)) ?? { next: "wait" };
}

/** Leaves the last of it to the worker: a timer here is rounded up to a whole second. */
async function sleepUntil(dueAt: string | null): Promise<void> {
  if (dueAt === null) return;
  // In a workflow this is the workflow's time, the same on every replay.
  const leftMs = new Date(dueAt).getTime() - Date.now() - DURABLE_TIMER_LEAD_MS;
  if (leftMs > 0) await sleep(Math.ceil(leftMs / 1000) * 1000);
}

/** What whoever waits for the run gets. */
function answerOf(instanceId: string, standing: RunStanding): JsonValue {
  if (standing.next !== "ended") throw new RunCancelled(`Run "${instanceId}" was asked to end`);
  const { state, result, failure } = standing;
  if (state === JobState.Succeeded) return result;
  const told = `Run "${instanceId}" ended as ${state}: ${failure.message}`;
  if (state === JobState.Cancelled) throw new RunCancelled(told);
  throw ApplicationFailure.nonRetryable(told, failure.code);
}

/** The run has ended as cancelled, whoever asked for it. */
class RunCancelled extends CancelledFailure {}

type EndedRun = Extract<RunStanding, { readonly next: "ended" }>;
