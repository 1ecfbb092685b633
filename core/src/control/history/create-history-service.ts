import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { HistoryQuery, IMoHistoryStore } from "../../ports/history-store.ts";
import type { HistoryService } from "../../scheduler/history/history-service.ts";
import type { PerRequester } from "../access/per-requester.ts";
import { listWithin } from "../scope/scoped-query.ts";
import { NEWEST_ACTS } from "./newest-acts.ts";
import type { ActLog } from "./act-log.ts";

export interface HistoryServiceOptions {
  readonly tenant: string;
  readonly store: { readonly history: IMoHistoryStore };
  readonly cache: JobDefinitionCache;
  readonly actLog: ActLog;
}

/** Shows what people and programs did. */
export function createHistoryService({
  tenant,
  store,
  cache,
  actLog,
}: HistoryServiceOptions): PerRequester<HistoryService> {
  return {
    async list({ apps }, { jobKey, ...query }, page) {
      await actLog.catchUp(await cache.getAll());
      const job = jobKey === undefined ? null : await cache.get(jobKey);
      const within: HistoryQuery = {
        tenant,
        isWork: true,
        ...query,
        ...(jobKey !== undefined && { jobKeys: job === null ? [jobKey] : [jobKey, null] }),
        // Acts on whole apps are those of the job's own.
        ...(job !== null && query.app === undefined && { app: job.app }),
      };
      return listWithin(apps, within, page, (some, part) => store.history.list(some, part), NEWEST_ACTS);
    },
  };
}
