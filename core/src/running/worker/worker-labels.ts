import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { RuntimeInfo } from "../../ports/platform/platform.ts";
import type { ResolvedWorkerOptions } from "./worker-options.ts";

/** How people know a worker: what it was given and what its runtime says. */
export function labelsOf(
  { name, tags }: ResolvedWorkerOptions,
  { host, pid }: RuntimeInfo,
): Pick<ExecutorRecord, "name" | "tags" | "host" | "pid"> {
  return {
    ...(name !== undefined && { name }),
    ...(tags !== undefined && { tags }),
    ...(host !== undefined && { host }),
    ...(pid !== undefined && { pid }),
  };
}
