/** Whose runs: one job's, or those of all jobs of an app. */
export type WaitingOf = { readonly jobKey: string } | { readonly app: string };
