import type { ApiAnswer } from "../../api/call-api.ts";

/** Failed runs of one job with one cause. */
export type FailureGroup = ApiAnswer<"listFailures">["items"][number];
