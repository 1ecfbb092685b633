/** The keys of the gateway in the state store; each has two parts, so that none is a tenant's. */

/** The secret that makes the numbers of runs unguessable. */
export const SECRET_KEY = "mojob/xxl-secret";

/** Begins the keys of a tenant's executors that registered. */
export function nodePrefix(tenant: string): string {
  return `mojob/xxl-nodes:${encodeURIComponent(tenant)}:`;
}

export function nodeKey(tenant: string, appName: string, address: string): string {
  return `${nodePrefix(tenant)}${encodeURIComponent(appName)}:${encodeURIComponent(address)}`;
}

/** A run on an executor, by its number there. */
export function runKey(logId: number): string {
  return `mojob/xxl-run:${logId}`;
}

/** Whose turn it is with a handler of an executor that takes one run at a time. */
export function turnKey(address: string, handler: string): string {
  return `mojob/xxl-turn:${encodeURIComponent(address)}:${encodeURIComponent(handler)}`;
}

/** The job that has a number of its own on all executors. */
export function jobKey(jobId: number): string {
  return `mojob/xxl-job:${jobId}`;
}
