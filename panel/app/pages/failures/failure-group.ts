import type { ApiAnswer } from "../../api/call-api.ts";

/** Failed runs of one cause, of whichever jobs. */
export type FailureGroup = ApiAnswer<"listFailures">["items"][number];

/** What one job has of them. */
export type FailedJob = FailureGroup["jobs"][number];
