/** A signal that never aborts, for work that nothing ends early. */
export const neverAborted: AbortSignal = new AbortController().signal;
