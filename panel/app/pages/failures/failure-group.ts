import type { ApiAnswer } from "../../api/call-api.ts";

/** Failed runs of one cause, of whichever jobs. */
export type FailureGroup = ApiAnswer<"listFailures">["items"][number];

/** One job's part of a group. */
export type FailedJob = FailureGroup["jobs"][number];
