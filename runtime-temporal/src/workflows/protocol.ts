import type { Destination, ExecutionRequest, JobState, JsonValue } from "@mojob/core/workflow-safe";

/** A recorded run, and where it goes. */
export interface AddressedRun {
  readonly destination: Destination;
  readonly request: ExecutionRequest;
}

/** The input of `runJobInstance` from a Temporal client: its first step then records the run. */
export interface StartJob {
  readonly jobKey: string;
  /** @default none */
  readonly args?: JsonValue;
  /** 1 (first) to 5 (last). @default the job's */
  readonly priority?: number;
  /** Triggered by hand: runs in debug mode too. @default false */
  readonly manual?: boolean;
  /** The caller, for the record. */
  readonly by?: string;
  /** Run it this much later, at most a year; until then it is recorded as Scheduled. @default at once */
  readonly delayMs?: number;
}

export type JobInstanceInput = StartJob | AddressedRun;

/** The input of the activity on a worker. */
export interface ExecutionInput {
  readonly requests: readonly ExecutionRequest[];
  /** Whether the workflow continues with further attempts and needs the standing; a batch does not. */
  readonly isFollowed: boolean;
}

/** Where a run stands, and so what its workflow does next. */
export type RunStanding =
  | {
      readonly next: "ended";
      readonly state: JobState;
      readonly result: JsonValue;
      readonly failure: Failure;
    }
  /**
   * `attempt` is the one to begin next; `retry` as in a request for it; `lane` is where it competes for a slot now, which control planes and
   * workers of earlier versions do not say; `executor` gets it, where one was chosen.
   */
  | {
      readonly next: "attempt";
      readonly attempt: number;
      readonly retry?: number;
      readonly dueAt: string | null;
      readonly lane?: string;
      readonly executor?: string | null;
    }
  /** No worker could begin it, or another one runs it. Where `isQueued`, the worker that gives back a slot begins it. */
  | { readonly next: "wait"; readonly isQueued?: true };

/** Why a run did not succeed. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** The worker's side, on the task queue of a destination. */
export interface JobActivities {
  JobExecutionRequested(input: ExecutionInput): Promise<RunStanding | null>;
}

/** The runs a dead worker may have left. */
export interface LostInput {
  readonly tenant: string;
  readonly requests: readonly ExecutionRequest[];
  /** The workflow that delivered them. */
  readonly workflowId: string;
  /** The executor that had them, from its heartbeats; `null` where there was none. */
  readonly executorId: string | null;
  /** Whether the workflow itself continues with runs that never began. */
  readonly isFollowed: boolean;
}

/** A duty, as the control planes list it. */
export interface ListedDuty {
  readonly name: string;
  /** Without a heartbeat for this long, another control plane gets it. */
  readonly takeoverMs: number;
}

export interface DutyInput {
  readonly tenant: string;
  readonly name: string;
}

/** A control plane has returned a duty. */
export interface DutyPassNote {
  /** When the next pass is due; 0 is at once. */
  readonly nextInMs: number;
}

export interface SchedulerInput {
  readonly tenant: string;
}

export interface CancelInput {
  readonly tenant: string;
  readonly instanceId: string;
}

/** The control plane's side, on the task queue the workflows themselves run on. */
export interface OrchestratorActivities {
  /** `life` identifies the start of the workflow: a repeated call, and a workflow that was reset, get the same run. */
  recordRun(start: StartJob, life: string): Promise<AddressedRun>;
  recoverRuns(lost: LostInput): Promise<RunStanding | null>;
  cancelRun(input: CancelInput): Promise<RunStanding>;
  listDuties(tenant: string): Promise<readonly ListedDuty[]>;
  runDuty(duty: DutyInput): Promise<DutyPassNote>;
}

/** Signal to a batch workflow, with requests that the worker which took them has not begun: any worker may take them. */
export const HANDED_BACK = "handedBack";
/**
 * Signal to the workflow of one run that waits: a worker with its code has come, its turn for a slot was given and has ended,
 * or it goes to another executor.
 */
export const CODE_ARRIVED = "codeArrived";

/** The name of the signal to a run's workflow that an attempt is due before its time; its argument is the attempt. */
export const DUE_NOW = "dueNow";
/** Signal to the scheduler workflow, with a duty's name: its next pass is due now. */
export const DUTY_DUE = "dutyDue";
/** Signal to the scheduler workflow: a control plane has begun, whose duties may be others. */
export const DUTIES_CHANGED = "dutiesChanged";

/** A control plane's step without a heartbeat for this long goes to another control plane. */
export const STEP_HEARTBEAT_TIMEOUT_MS = 4000;
/** Workers wait for this last part in the process: a Temporal timer is rounded up to a whole second. */
export const DURABLE_TIMER_LEAD_MS = 1000;

/** The id of the workflow of those runs of one dispatch that are due together and have one priority. */
export function batchWorkflowId(dispatchId: string, priority: number, dueMs: number | null): string {
  const together = `${dispatchId}/${priority}`;
  return dueMs === null ? together : `${together}/${dueSecond(dueMs)}`;
}

/** Runs due within one second share a workflow. */
export function dueSecond(dueMs: number): number {
  return Math.floor(dueMs / 1000);
}
