/** Whose times are made up for: those of a job, or of all jobs of an app. */
export type BackfillOf = { readonly jobKey: string } | { readonly app: string };
