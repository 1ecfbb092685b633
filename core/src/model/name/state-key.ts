/** Read by health checks and never written; it has two parts, so that it is no tenant's key. */
export const HEALTH_KEY = "mojob/health";

/** Begins all keys of a tenant. */
export function tenantKeyPrefix(tenant: string): string {
  return `mojob/${tenant}/`;
}

/** The tenants that were added to a deployment while it ran; two parts, so that it is no tenant's key. */
export function addedTenantsKey(deployment: string): string {
  return `mojob/tenants-of-${deployment}`;
}

/** How far a copy of the tenant into this store has got: there only while the copy is not complete. */
export function copyKey(tenant: string): string {
  return `mojob/${tenant}/copy`;
}

/** Up to when a tenant's schedules have fired. */
export function firingCursorKey(tenant: string): string {
  return `mojob/${tenant}/firing/cursor`;
}

/** The latest fire of a schedule whose interval counts from the ends of its runs; `schedule` is its `scheduleId`. */
export function latestFireKey(tenant: string, schedule: string): string {
  return `mojob/${tenant}/latest-fire/${schedule}`;
}

/** Written after each pending mark of the tenant: unchanged, it says that no mark is new. */
export function pendingKey(tenant: string): string {
  return `mojob/${tenant}/pending`;
}

/** The pending mark of one job: its definition was changed in the store. */
export function pendingJobKey(tenant: string, jobKey: string): string {
  return `mojob/${tenant}/pending/${jobKey}`;
}

/** Written after each edit of what is stored beside the jobs that says when they fire. */
export function pendingRulesKey(tenant: string): string {
  return `mojob/${tenant}/pending-rules`;
}

/** When jobs were stored again and their keys, after the store had lost everything. */
export function storeRestoredKey(tenant: string): string {
  return `mojob/${tenant}/store-restored`;
}

/** Which kinds of the tenant's jobs run only by hand. */
export function debugModeKey(tenant: string): string {
  return `mojob/${tenant}/debug-mode`;
}

/** The alarm rules of a tenant beside the built-in ones. */
export function alarmRulesKey(tenant: string): string {
  return `mojob/${tenant}/alarm-rules`;
}

/** The silences, during which nobody is notified of some incidents. */
export function silencesKey(tenant: string): string {
  return `mojob/${tenant}/silences`;
}

/** The list of programs that run elsewhere and are to report. */
export function heartbeatsKey(tenant: string): string {
  return `mojob/${tenant}/heartbeats`;
}

/** Begins the latest reports of heartbeats. */
export function pingPrefix(tenant: string): string {
  return `mojob/${tenant}/ping/`;
}

/** The latest report of a heartbeat. */
export function pingKey(tenant: string, id: string): string {
  return pingPrefix(tenant) + id;
}

/** Which jobs are notified of which incidents. */
export function alarmRoutesKey(tenant: string): string {
  return `mojob/${tenant}/alarm-routes`;
}

/** Begins the keys of sign-ins. */
export function sessionPrefix(tenant: string): string {
  return `mojob/${tenant}/session/`;
}

/** The lease of the process that runs a tenant's embedded scheduler. */
export function embeddedLeaseKey(tenant: string): string {
  return `mojob/${tenant}/embedded`;
}

/** Who holds that lease, written again with each renewal; two parts, so that no copy of the tenant takes it along. */
export function embeddedHolderKey(tenant: string): string {
  return `mojob/holder-of-${tenant}`;
}

/**
 * Begins the keys under which the control planes of a tenant show themselves; two parts, so that no copy of the tenant
 * takes them along.
 */
export function controlPlaneKeyPrefix(tenant: string): string {
  return `mojob/control-plane:${tenant}:`;
}

/** Where one control plane of a tenant shows itself. */
export function controlPlaneKey(tenant: string, id: string): string {
  return controlPlaneKeyPrefix(tenant) + id;
}

/** The lease whose times show the store's clock. */
export function clockLeaseKey(tenant: string): string {
  return `mojob/${tenant}/clock`;
}

/** Begins the keys under which followers of ends keep where they have got to. */
export function followerPositionPrefix(tenant: string): string {
  return `mojob/${tenant}/following/`;
}

/** Where a follower of ends has got to. */
export function followerPositionKey(tenant: string, follower: string): string {
  return followerPositionPrefix(tenant) + follower;
}

/** The defaults that the control planes of a tenant give to jobs that do not state an option. */
export function jobDefaultsKey(tenant: string): string {
  return `mojob/${tenant}/defaults`;
}

/** The keys of the jobs in the latest complete registration of an app. */
export function declaredKey(tenant: string, app: string): string {
  return `mojob/${tenant}/declared/${app}`;
}

/** Begins the keys under which apps keep what their code declared before. */
export function droppedKeyPrefix(tenant: string): string {
  return `mojob/${tenant}/dropped/`;
}

/** The keys of the jobs that an earlier complete registration of an app had and the latest lacks. */
export function droppedKey(tenant: string, app: string): string {
  return droppedKeyPrefix(tenant) + app;
}

/** Begins the keys under which the retention of removed jobs is kept. */
export function removedJobKeyPrefix(tenant: string): string {
  return `mojob/${tenant}/removed/`;
}

/** How long the runs of a removed job are kept. */
export function removedJobKey(tenant: string, jobKey: string): string {
  return removedJobKeyPrefix(tenant) + jobKey;
}

/** Work that is tried, by the key of its trial. */
export function trialStateKey(tenant: string, key: string): string {
  return `mojob/${tenant}/trial/${key}`;
}

/** Is there while a task that is tried may be under way. */
export function taskTrialsKey(tenant: string): string {
  return `mojob/${tenant}/task-trials`;
}

/** Written after each batch of runs that a process without an engine hands over; two parts, so that it is no tenant's key. */
export const HANDED_OVER_KEY = "mojob/handed-over";

/** Is there while the process with a tenant's engine looks often for what is handed over. */
export function handOverNoticedKey(tenant: string): string {
  return `mojob/${tenant}/hand-over-noticed`;
}

/** Where the batches of a tenant lie that were handed over. */
export function handedOverPrefix(tenant: string): string {
  return `mojob/${tenant}/handed-over/`;
}

/** How long it is kept what somebody said of a group of failures. */
export const HANDLED_FAILURE_KEPT_MS: number = 90 * 24 * 60 * 60 * 1000;

/** The decision that somebody took on a group of failures. */
export function handledFailureKey(tenant: string, groupId: string): string {
  return `mojob/${tenant}/failure/${groupId}`;
}

/** How long the record of an operation on many is kept. */
export const OPERATION_KEPT_MS: number = 30 * 24 * 60 * 60 * 1000;

/** Begins the records of operations on many. */
export function operationPrefix(tenant: string): string {
  return `mojob/${tenant}/operation/`;
}

/** An operation on many. */
export function operationKey(tenant: string, id: string): string {
  return operationPrefix(tenant) + id;
}

/** Begins what became of the objects of an operation. */
export function operationItemsPrefix(tenant: string, id: string): string {
  return `mojob/${tenant}/operation-items/${id}/`;
}

/** When runs of a lane with a rate began lately. */
export function rateKey(tenant: string, lane: string): string {
  return `mojob/${tenant}/rate/${lane}`;
}

/** A lease that is only taken to know the time by the store's clock. */
export function storeClockLease(tenant: string): string {
  return `mojob/${tenant}/clock`;
}

/** How long it is kept whether the condition of a child held: longer than a yearly check takes to come again. */
export const CONDITION_KEPT_MS: number = 400 * 24 * 60 * 60 * 1000;

/** Begins the keys under which the conditions of children are kept. */
export function conditionsPrefix(tenant: string): string {
  return `mojob/${tenant}/condition/`;
}

/** Begins the keys under which the conditions of a job's children are kept. */
export function conditionPrefix(tenant: string, jobKey: string): string {
  return `${conditionsPrefix(tenant)}${encoded(jobKey)}/`;
}

/** The checks of the condition under which the ends of a job's runs start a child. */
export function conditionKey(tenant: string, jobKey: string, childKey: string): string {
  return conditionPrefix(tenant, jobKey) + encoded(childKey);
}

/** A key without a slash of its own, so that no two pairs meet. */
function encoded(key: string): string {
  return key.replaceAll("%", "%25").replaceAll("/", "%2F");
}

/** Is there while all jobs of an app are stopped: since when, by whom and why. */
export function stoppedAppKey(tenant: string, app: string): string {
  return `mojob/${tenant}/stopped/${app}`;
}

/** Begins the keys under which the executors that apps should have are listed. */
export function expectedExecutorsPrefix(tenant: string): string {
  return `mojob/${tenant}/expected/`;
}

/** The executors that an app should have, kept by hand. */
export function expectedExecutorsKey(tenant: string, app: string): string {
  return expectedExecutorsPrefix(tenant) + app;
}

/** Begins the records of the public keys with which an app's executors sign their calls. */
export function executorKeysPrefix(tenant: string, app: string): string {
  return `mojob/${tenant}/executor-keys/${app}/`;
}

/** The public keys of one executor of an app; without its name, those of all of them. */
export function executorKeysKey(tenant: string, app: string, executor: string | null): string {
  return executorKeysPrefix(tenant, app) + (executor ?? "");
}

/** Begins the times at which the keys of an app's executors were last used. */
export function executorKeyUsePrefix(tenant: string, app: string): string {
  return `mojob/${tenant}/executor-key-use/${app}/`;
}

/** When a call was last signed with a key; its `keyid` begins with the app. */
export function executorKeyUseKey(tenant: string, keyid: string): string {
  return `mojob/${tenant}/executor-key-use/${keyid}`;
}

/** How long a nonce of a signed call counts as used: longer than the call is in time, also where clocks differ. */
export const CALL_NONCE_KEPT_MS: number = 130_000;

/** Begins the nonces of signed calls. */
export function callNoncePrefix(tenant: string): string {
  return `mojob/${tenant}/call-nonce/`;
}

/** Is there once a call was signed with this key and nonce. */
export function callNonceKey(tenant: string, keyid: string, nonce: string): string {
  return `${callNoncePrefix(tenant)}${keyid}/${nonce}`;
}

/** Begins the keys of secrets: a tenant's, or those of one of its apps. */
export function secretKeyPrefix(tenant: string, app?: string): string {
  return `mojob/${tenant}/secret/${app === undefined ? "" : `${app}/`}`;
}

/** A secret of an app, sealed. */
export function secretKey(tenant: string, app: string, name: string): string {
  return secretKeyPrefix(tenant, app) + name;
}

/** Where the target of a request reports. */
export function callbackKey(tenant: string, id: string): string {
  return `mojob/${tenant}/callback/${id}`;
}

/** The result that the code of a run left, while its work goes on elsewhere. */
export function keptWorkKey(tenant: string, instanceId: string): string {
  return `mojob/${tenant}/kept-work/${instanceId}`;
}
