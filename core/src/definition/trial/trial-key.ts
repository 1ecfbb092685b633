/** Not allowed in a job key, so that no job has one of these; those of tasks' own jobs have something before it. */
const SIGN = "#";

/**
 * The key that stands in the run of work that was tried before it was saved.
 * @example
 * ```ts
 * trialKey("0199…"); // "#0199…"
 * ```
 */
export function trialKey(id: string): string {
  return SIGN + id;
}

/** Whether it is the key of work that was tried, which has no definition of its own; a job that the body of a tried task holds has another one. */
export function isTrialKey(key: string): boolean {
  return key.startsWith(SIGN) && !key.includes(SIGN, SIGN.length);
}
