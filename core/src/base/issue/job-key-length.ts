/**
 * The longest key of a job. Leaves room for `<jobKey>@<ISO time>` and `<jobKey>#<idempotency key>` within 255, Temporal's practical bound
 * for ids.
 */
export const LONGEST_JOB_KEY = 128;
