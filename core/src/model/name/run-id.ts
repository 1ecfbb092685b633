import { DEFAULT_TENANT, isName } from "./names.ts";

/** The id of the run a schedule of a job owes at one nominal time; being the same for every caller is what makes a fire happen once. */
export function fireId(jobKey: string, nominalTime: Date, schedule: string | null = null): string {
  const id = `${jobKey}@${nominalTime.toISOString()}`;
  return schedule === null ? id : `${id}:${schedule}`;
}

/** The id of a fire where another run has the one before: one that is no fire, or one whose place it takes. */
export function spareFireId(id: string): string {
  return `${id}~`;
}

/** Whether an id is that of a fire of a job after an instant. */
export function isFireAfter(jobKey: string, id: string, instant: Date): boolean {
  return id > `${jobKey}@${instant.toISOString()}` && id < endOfFires(jobKey);
}

/** An id after those of all fires of a job: their years begin with a digit. */
export function endOfFires(jobKey: string): string {
  return `${jobKey}@:`;
}

/** The id of a run its caller named: the same key always means the same run. */
export function idempotentId(jobKey: string, idempotencyKey: string): string {
  return `${jobKey}#${idempotencyKey}`;
}

const FIRE = /@[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(:[\p{L}\p{N}_-]{1,32})?~*$/u;

/**
 * Whether an id belongs to the scheduler: a fire's, a follow-up's, that of a run under another job's idempotency key, or one
 * of its own workflows'. A caller that names its run itself may not take it, because the other run would then not happen.
 */
export function isReservedId(jobKey: string, id: string): boolean {
  const hash = id.indexOf("#");
  const isOthers = hash > 0 && id.slice(0, hash) !== jobKey;
  return isOthers || FIRE.test(id) || id.startsWith("~") || id.startsWith("mojob:");
}

/** The workflow of one run: in the tenant `default` the run's own id, in another `<tenant>|<id>`. */
export function runWorkflowId(tenant: string, instanceId: string): string {
  return tenant === DEFAULT_TENANT ? instanceId : `${tenant}|${instanceId}`;
}

/**
 * The run of a workflow, the inverse of `runWorkflowId`; `null` where the workflow is another tenant's. An id that begins as
 * another tenant's do is never one of the tenant `default`.
 */
export function instanceIdOf(tenant: string, workflowId: string): string | null {
  const bar = workflowId.indexOf("|");
  const prefix = bar === -1 ? "" : workflowId.slice(0, bar);
  const owner = isName(prefix) ? prefix : DEFAULT_TENANT;
  if (owner !== tenant) return null;
  const id = owner === DEFAULT_TENANT ? workflowId : workflowId.slice(bar + 1);
  return id === "" || (owner === DEFAULT_TENANT && prefix === DEFAULT_TENANT) ? null : id;
}

/** The workflow that drives a tenant's schedules; its id makes it the only one. */
export function schedulerWorkflowId(tenant: string): string {
  return `mojob:${tenant}:scheduler`;
}
