import {
  type Clock,
  type ControlPlane,
  executionTopic,
  type IMoJobScheduleMetadataStore,
  isMoJobError,
  type JobInstance,
  JobState,
  OPEN_STATES,
  TriggerType,
} from "@mojob/core";
import { Context } from "@temporalio/activity";
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import { toRunRequest, WORKER_SILENT_MS } from "../temporal-runtime.ts";
import {
  instanceIdOf,
  type LostInput,
  type OrchestratorActivities,
  type StartJob,
} from "../workflows/protocol.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { standingOf } from "./run-standing.ts";
import { isVanished } from "./vanished-worker.ts";

const HEARTBEAT_MS = 1000;
/** A run may stand still this long before it is looked at. */
const UNMOVED_MS = 10_000;

export interface OrchestratorActivitiesOptions {
  readonly tenant: string;
  readonly plane: ControlPlane;
  readonly store: IMoJobScheduleMetadataStore;
  readonly clock: Clock;
  /** Aborts when the control plane stops. */
  readonly stopping: AbortSignal;
}

/** What a control plane does for the workflows of its tenant. */
export function createOrchestratorActivities(options: OrchestratorActivitiesOptions): OrchestratorActivities {
  const { tenant, plane, store, clock, stopping } = options;

  const read = async (instanceId: string): Promise<JobInstance> => {
    const [record] = await store.instances.get(tenant, [instanceId]);
    if (record) return record;
    throw ApplicationFailure.nonRetryable(
      `Cannot go on with run "${instanceId}": it has no record any more`,
      "instance_not_found",
    );
  };

  return {
    async recordRun(start) {
      const { jobKey, args, priority, manual, by } = parseStart(start);
      const { workflowExecution } = Context.current().info;
      if (workflowExecution === undefined)
        throw ApplicationFailure.nonRetryable("Only workflows record runs");
      const { workflowId, runId } = workflowExecution;
      const instanceId = instanceIdOf(tenant, workflowId);
      if (instanceId === null || instanceId.length > 255) {
        throw ApplicationFailure.nonRetryable(
          `Cannot start a run of job "${jobKey}" as workflow "${workflowId}": ${ID_RULES}`,
          "invalid_argument",
        );
      }
      const request = {
        source: TriggerType.Temporal,
        ...(args !== undefined && { args }),
        ...(priority !== undefined && { priority }),
        ...(manual !== undefined && { manual }),
        ...(by !== undefined && { by }),
      };
      const carrier = { instanceId, id: workflowId, life: `temporal:${runId}` };
      const record = await plane.adopt(jobKey, request, carrier).catch(tell);
      if (record.state === JobState.Skipped) {
        throw ApplicationFailure.nonRetryable(
          `Run "${instanceId}" was skipped: ${record.reason ?? ""}`,
          "skipped",
        );
      }
      const { app, priority: urgency } = record;
      const first = { instanceId, jobKey, attempt: 1, priority: urgency, dueAt: null };
      return { taskQueue: executionTopic(tenant, app), request: toRunRequest(first) };
    },

    async recoverRuns(lost) {
      const stopHeartbeat = startHeartbeat(Context.current(), clock, HEARTBEAT_MS);
      try {
        const ids = lost.requests.map(({ instanceId }) => instanceId);
        const seenSince = new Date(clock.now().getTime() - WORKER_SILENT_MS);
        const alive = new Set((await store.executors.list(tenant, seenSince)).map(({ id }) => id));
        const { executorId } = lost;
        if (executorId !== null && (await isVanished(executorId, { tenant, store: store.executors, clock })))
          alive.delete(executorId);
        const records = await store.instances.get(tenant, ids);
        const left = records.flatMap((record) =>
          record !== null && isLeft(record, lost, alive) ? [record] : [],
        );
        await plane.reconciler.recover(left);
        const [followed] = ids;
        return lost.isFollowed && followed !== undefined ? standingOf(await read(followed)) : null;
      } finally {
        stopHeartbeat();
      }
    },

    async cancelRun(instanceId) {
      await plane.scheduler.instances.cancel(instanceId, { by: "Temporal" }).catch((error: unknown) => {
        if (!isMoJobError(error, "already_terminal")) tell(error);
      });
      return standingOf(await read(instanceId));
    },

    async fireWindow() {
      const context = Context.current();
      const stopHeartbeat = startHeartbeat(context, clock, HEARTBEAT_MS);
      const signal = AbortSignal.any([context.cancellationSignal, stopping]);
      try {
        const cursor = await plane.firing.loadCursor();
        const { nextDue } = await plane.firing.fireWindow(cursor, signal);
        if (context.cancellationSignal.aborted) throw new CancelledFailure("Definitions have changed");
        // Another control plane takes the rest of the window at once.
        if (stopping.aborted) throw new Error("The control plane stops");
        return { nextDue: nextDue?.toISOString() ?? null };
      } finally {
        stopHeartbeat();
      }
    },

    async reconcile() {
      const stopHeartbeat = startHeartbeat(Context.current(), clock, HEARTBEAT_MS);
      try {
        await plane.reconciler.reconcile(new Date(clock.now().getTime() - UNMOVED_MS));
      } finally {
        stopHeartbeat();
      }
    },
  };
}

/** What came from outside, checked as far as what follows does not check it. */
function parseStart(start: StartJob | null | undefined): StartJob {
  const isRight =
    typeof start === "object" &&
    start !== null &&
    typeof start.jobKey === "string" &&
    ["undefined", "boolean"].includes(typeof start.manual) &&
    ["undefined", "string"].includes(typeof start.by);
  if (isRight) return start;
  throw ApplicationFailure.nonRetryable(
    'Cannot start a run: the workflow wants one argument, {"jobKey": "…", "args"?, "priority"?, "manual"?, "by"?}',
    "invalid_argument",
  );
}

const ID_RULES =
  'its id becomes the run\'s, at most 255 characters without "|"; outside the tenant "default" it begins with "<tenant>|"';

/** Whether a run is one that the vanished worker, or a worker that could not go on, has left. */
function isLeft(record: JobInstance, lost: LostInput, alive: ReadonlySet<string>): boolean {
  if (!OPEN_STATES.includes(record.state)) return false;
  if (record.state === JobState.Processing) return !alive.has(record.worker ?? "");
  // A workflow of its own goes on with what was never begun; a batch has it dispatched again, unless that has been done.
  return (
    !lost.isFollowed && record.state !== JobState.Failed && lost.workflowId.startsWith(record.dispatchId)
  );
}

/** A mistake of whoever asked is told once and for all; what may pass is tried again. */
function tell(error: unknown): never {
  if (!isMoJobError(error)) throw error;
  const mayPass = error.code === "store_unavailable" || error.code === "runtime_unavailable";
  throw ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nonRetryable: !mayPass,
    details: error.issues.length > 0 ? [error.issues] : [],
  });
}
