import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { RuntimeInfo } from "../../ports/platform/platform.ts";
import type { ResolvedWorkerOptions } from "./worker-options.ts";

/** How people know a worker: what it was given and what its runtime says. */
export function labelsOf(
  { name, description, tags, labels, version }: ResolvedWorkerOptions,
  { host, pid }: RuntimeInfo,
): Pick<ExecutorRecord, "name" | "description" | "tags" | "labels" | "version" | "host" | "pid"> {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(tags !== undefined && { tags }),
    ...(labels !== undefined && { labels }),
    ...(version !== undefined && { version }),
    ...(host !== undefined && { host }),
    ...(pid !== undefined && { pid }),
  };
}
