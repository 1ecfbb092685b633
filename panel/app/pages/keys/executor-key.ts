import type { ApiAnswer } from "../../api/call-api.ts";

/** A public key with which executors sign their calls, as the API lists it. */
export type ExecutorKey = ApiAnswer<"listExecutorKeys">["items"][number];
