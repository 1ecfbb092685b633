/** The keys of the gateway in the state store; each has two parts, so that none is a tenant's. */

/** What makes the numbers of runs unguessable. */
export const SECRET_KEY = "mojob/xxl-secret";

/** Begins the keys of the executors that registered. */
export const NODE_PREFIX = "mojob/xxl-node:";

export function nodeKey(appName: string, address: string): string {
  return `${NODE_PREFIX}${encodeURIComponent(appName)}:${encodeURIComponent(address)}`;
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
