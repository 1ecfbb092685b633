/** The permissions of a principal. Every route and every method of the scheduler names one of these. */
export const Permission = {
  ReadJobs: "jobs:read",
  /** Changes when a job runs and under which limits: its options, notes and labels. */
  EditJobs: "jobs:edit",
  /** Changes what a job does: its work, the versions of its script, the body of its task. It is to run code. */
  EditWork: "work:edit",
  /** Pauses and resumes. */
  PauseJobs: "jobs:pause",
  CreateJobs: "jobs:create",
  DeleteJobs: "jobs:delete",
  /** Registers the jobs of an app's code. */
  RegisterJobs: "jobs:register",
  /** Reads which runs there are, their states, times and counts. */
  ReadRuns: "runs:read",
  /** Reads what is worked on: arguments, results, errors, logs and files of runs, and the texts and header values of work. */
  ReadPayloads: "payloads:read",
  TriggerRuns: "runs:trigger",
  /** Starts runs before others: with a priority above the job's own, next in the queue, or past the debug mode. */
  OverrideRuns: "runs:override",
  CancelRuns: "runs:cancel",
  RerunRuns: "runs:rerun",
  /** Pauses runs of tasks, decides about their nodes, and edits what these are given. */
  OperateRuns: "runs:operate",
  ReadWorkers: "workers:read",
  /** Runs jobs as an executor: takes runs, writes their log and ends them. */
  RunJobs: "executors:run",
  /** Drains workers, which then take no new runs. */
  DrainWorkers: "workers:drain",
  /** Keeps the list of executors that an app should have; an address on it is one that is called with the app's token. */
  EditWorkers: "workers:edit",
  /** Lists secrets by name; nobody reads their values. */
  ReadSecrets: "secrets:read",
  /** Names secrets in work, which is then given their values. */
  UseSecrets: "secrets:use",
  /** Creates, replaces, deletes and seals again. */
  EditSecrets: "secrets:edit",
  /** Reads incidents, and the rules by which they are opened. */
  ReadAlarms: "alarms:read",
  /** Acknowledges, assigns, snoozes and resolves incidents. */
  HandleAlarms: "alarms:handle",
  /** Changes the rules by which incidents are opened. */
  EditAlarms: "alarms:edit",
  /** Lists the exports that were imported, and reads them with the right to payloads. */
  ReadArchives: "archives:read",
  /** Imports exported files, which are then read-only, and removes them. */
  ImportArchives: "archives:import",
  /** Reads the overview, what needs attention and live events. */
  ReadSystem: "system:read",
  /** Reads the metrics, which count and name nobody's data: what a token for Prometheus needs. */
  ReadMetrics: "metrics:read",
  /** Reads who did what, sign-ins and refusals included. */
  ReadAudit: "audit:read",
  /** Lists who may do what in the tenant. */
  ReadMembers: "members:read",
  /** Gives roles in the tenant and takes them back. */
  EditMembers: "members:edit",
  /** Creates, rotates and revokes tokens of the tenant. */
  EditTokens: "tokens:edit",
  /** Changes the quotas, the defaults and the time zone of the tenant. */
  EditTenant: "tenant:edit",
  /** Adds and removes tenants, and keeps people and their accounts: it is of the whole deployment. */
  EditDeployment: "deployment:edit",
} as const;
export type Permission = (typeof Permission)[keyof typeof Permission];

/** Whether what the permission allows changes nothing. */
export function isReading(permission: Permission): boolean {
  return permission.endsWith(":read");
}

export const ALL_PERMISSIONS: readonly Permission[] = Object.values(Permission);
