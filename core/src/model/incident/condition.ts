/** The conditions that an alarm is raised for. */
export const AlarmCondition = {
  /** A run has failed for good: all its attempts are used. */
  RunFailed: "run_failed",
  /** So many runs of a job failed, one after the other. */
  FailuresInRow: "failures_in_row",
  /** A recurring job has failed for so long without a success. */
  NoSuccess: "no_success",
  /** Fires were not run because nothing ran at their time. */
  Missed: "missed",
  /** A fire has not begun some time after it was due. */
  Late: "late",
  /** A triggered run has waited too long. */
  Waiting: "waiting",
  /** A run takes far longer than the job's runs do. */
  Slow: "slow",
  /** No worker has the code of jobs of an app. */
  NoWorker: "no_worker",
  /** More runs of an app wait than should. */
  Backlog: "backlog",
  /** Fires are due and nothing records them. */
  FiringStopped: "firing_stopped",
  /** Fewer control planes are online than there should be. */
  ControlPlaneDown: "control_plane_down",
  /** The store could not be reached; it is reported once that has ended. */
  StoreUnavailable: "store_unavailable",
  /** Something that runs elsewhere did not report in time, or that it failed. */
  NoHeartbeat: "no_heartbeat",
  /** The clock of a control plane differs from that of the store. */
  ClockOff: "clock_off",
  /** A token that is in use ends soon, or has ended. */
  TokenExpiring: "token_expiring",
  /** A failure holds a task until somebody decides. */
  TaskHeld: "task_held",
  /** A task waits for people who approve or refuse. */
  ApprovalPending: "approval_pending",
  /** A task has waited for long, for a signal, a check or somebody who goes on with it. */
  TaskWaiting: "task_waiting",
  /** The code of an attempt that has ended goes on, and keeps the slot of its job. */
  CodeGoesOn: "code_goes_on",
  /** Fires of a job are skipped, one after the other. */
  FiresSkipped: "fires_skipped",
} as const;
export type AlarmCondition = (typeof AlarmCondition)[keyof typeof AlarmCondition];

/** How urgent it is, the most urgent first. */
export const Severity = { Critical: "critical", Warning: "warning", Info: "info" } as const;
export type Severity = (typeof Severity)[keyof typeof Severity];

/** The subject of one alarm: a job, an app, or the whole tenant. */
export interface AlarmSubject {
  readonly app: string | null;
  readonly jobKey: string | null;
  /** The id of a heartbeat of the app. */
  readonly heartbeat?: string;
  /** The id of a token. */
  readonly token?: string;
}

/** The parameters of the sentence of each condition; `count` and `error` are the incident's. */
export interface IncidentParameters {
  readonly run_failed: { readonly count: number; readonly attempts: number; readonly error: string | null };
  readonly failures_in_row: { readonly row: number; readonly error: string | null };
  readonly no_success: { readonly since: string; readonly error: string | null };
  readonly missed: { readonly count: number; readonly from: string; readonly to: string };
  readonly late: { readonly due: string };
  readonly waiting: { readonly since: string };
  readonly slow: { readonly began: string; readonly medianMs: number; readonly mostMs: number };
  /** `keys` are the first of the jobs. */
  readonly no_worker: { readonly jobs: number; readonly keys: readonly string[]; readonly online: number };
  readonly backlog: { readonly waiting: number; readonly most: number };
  readonly firing_stopped: {
    readonly since: string;
    readonly jobs: number;
    readonly keys: readonly string[];
  };
  readonly control_plane_down: { readonly online: number; readonly least: number };
  readonly store_unavailable: { readonly from: string; readonly to: string };
  /** `due` where it did not report, `failed` where it reported a failure; `last` is its last success. */
  readonly no_heartbeat: {
    readonly heartbeat: string;
    readonly due: string | null;
    readonly failed: string | null;
    readonly last: string | null;
  };
  readonly clock_off: { readonly aheadMs: number };
  /** `node` is the one whose failure holds it. */
  readonly task_held: { readonly since: string; readonly node: string | null; readonly until: string | null };
  readonly approval_pending: {
    readonly since: string;
    readonly node: string | null;
    readonly until: string | null;
  };
  readonly task_waiting: { readonly since: string; readonly node: string | null };
  readonly code_goes_on: { readonly since: string; readonly worker: string };
  readonly fires_skipped: { readonly row: number };
  /** `token` is its name; `owner` is its person, or who made it. */
  readonly token_expiring: {
    readonly token: string;
    readonly kind: string;
    readonly owner: string | null;
    readonly expires: string;
    readonly hasExpired: boolean;
  };
}

/** The key of a condition and its subject, the same over time: no two open incidents have one key. */
export function incidentKey(
  condition: AlarmCondition,
  { app, jobKey, heartbeat, token }: AlarmSubject,
): string {
  if (heartbeat !== undefined) return [condition, "heartbeat", heartbeat].join(":");
  if (token !== undefined) return [condition, "token", token].join(":");
  return [condition, ...(jobKey !== null ? [jobKey] : app !== null ? ["app", app] : [])].join(":");
}
