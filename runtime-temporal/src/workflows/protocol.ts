import type { JobState, JsonValue } from "@mojob/core/workflow-safe";

/** Asks a worker for one attempt of one run, as it travels. */
export interface RunRequest {
  readonly instanceId: string;
  readonly jobKey: string;
  /** The attempt to begin, from 1. */
  readonly attempt: number;
  /** 1 (first) to 5 (last). */
  readonly priority: number;
  /** When it is due, ISO 8601; `null` is at once. */
  readonly dueAt: string | null;
}

/** A run that is recorded, and where the workers of its app listen. */
export interface AddressedRun {
  readonly taskQueue: string;
  readonly request: RunRequest;
}

/** What `runJobInstance` is started with from a Temporal client: its first step then records the run. */
export interface StartJob {
  readonly jobKey: string;
  /** @default none */
  readonly args?: JsonValue;
  /** 1 (first) to 5 (last). @default the job's */
  readonly priority?: number;
  /** Asked by hand: runs in debug mode too. @default false */
  readonly manual?: boolean;
  /** Who asked, for the record. */
  readonly by?: string;
}

export type JobInstanceInput = StartJob | AddressedRun;

export interface JobBatchInput {
  readonly taskQueue: string;
  readonly requests: readonly RunRequest[];
}

/** What the activity on a worker is given. */
export interface ExecutionInput {
  readonly requests: readonly RunRequest[];
  /** Whether the workflow goes on with what is left of the run, and so wants to know; a batch does not. */
  readonly isFollowed: boolean;
}

/** Where a run stands after somebody looked at it. */
export type RunStanding =
  | {
      readonly next: "ended";
      readonly state: JobState;
      readonly result: JsonValue;
      readonly failure: Failure;
    }
  /** `attempt` is the one to begin next. */
  | { readonly next: "attempt"; readonly attempt: number; readonly dueAt: string | null }
  /** Nobody could begin it, or somebody else is at it. */
  | { readonly next: "wait" };

/** Why a run did not succeed. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** The worker side, on an app's task queue. */
export interface JobActivities {
  JobExecutionRequested(input: ExecutionInput): Promise<RunStanding | null>;
}

/** What a vanished worker leaves. */
export interface LostInput {
  readonly requests: readonly RunRequest[];
  /** The dispatch that carried them. */
  readonly workflowId: string;
  /** The executor that had them, as far as it said so. */
  readonly executorId: string | null;
  /** Whether the workflow goes on with what was never begun. */
  readonly isFollowed: boolean;
}

/** The control plane's side, on the task queue the workflows themselves run on. */
export interface OrchestratorActivities {
  recordRun(start: StartJob): Promise<AddressedRun>;
  recoverRuns(lost: LostInput): Promise<RunStanding | null>;
  cancelRun(instanceId: string): Promise<RunStanding>;
  fireWindow(): Promise<FiredWindowNote>;
  reconcile(): Promise<void>;
}

export interface FiredWindowNote {
  /** The first fire after the window, ISO 8601; `null` where none is to come. */
  readonly nextDue: string | null;
}

/** Told to the scheduler workflow when a job was added or edited: there may be an earlier fire. */
export const DEFINITIONS_CHANGED = "definitionsChanged";

/** How long a worker may be silent before its runs are taken for lost. */
export const HEARTBEAT_TIMEOUT_MS = 10_000;
/** The same for the control plane that holds the firing window. */
export const WINDOW_HEARTBEAT_TIMEOUT_MS = 4000;
/** Workers wait this much in the process: a Temporal timer is rounded up to a whole second. */
export const DURABLE_TIMER_LEAD_MS = 1000;

/** Where the orchestrator workers of a tenant listen; the colon keeps it apart from every app's queue. */
export function orchestratorQueue(tenant: string): string {
  return `mojob:${tenant}`;
}

export function schedulerWorkflowId(tenant: string): string {
  return `mojob:${tenant}:scheduler`;
}

/** The workflow that carries one run alone. In the tenant `default` it is the run's own id. */
export function runWorkflowId(tenant: string, instanceId: string): string {
  return tenant === DEFAULT_TENANT ? instanceId : `${tenant}|${instanceId}`;
}

/** The run a workflow of this id carries; `null` where the id cannot be one of this tenant's. */
export function instanceIdOf(tenant: string, workflowId: string): string | null {
  if (tenant === DEFAULT_TENANT) return workflowId.includes("|") ? null : workflowId;
  const prefix = `${tenant}|`;
  return workflowId.startsWith(prefix) && workflowId.length > prefix.length
    ? workflowId.slice(prefix.length)
    : null;
}

/** The workflow that carries the runs of one dispatch which are due together and equally urgent. */
export function batchWorkflowId(dispatchId: string, priority: number, dueMs: number | null): string {
  const together = `${dispatchId}/${priority}`;
  return dueMs === null ? together : `${together}/${dueSecond(dueMs)}`;
}

/** Runs due within one second share a workflow. */
export function dueSecond(dueMs: number): number {
  return Math.floor(dueMs / 1000);
}

const DEFAULT_TENANT = "default";
