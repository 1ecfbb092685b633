import type { ApiRequest } from "../../../api/call-api.ts";

type RunsQuery = NonNullable<ApiRequest<"listInstances">["query"]>;

/** Which runs the API lists. */
export type RunFilter = Pick<
  RunsQuery,
  "id" | "error" | "args" | "jobKey" | "state" | "app" | "worker" | "from" | "to" | "shards"
>;
