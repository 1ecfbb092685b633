import { verifyChains } from "../../audit/verify-chains.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { IMoHistoryStore } from "../../ports/history-store.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import type { AuditService } from "../../scheduler/history/audit-service.ts";
import type { Asked } from "../access/asked.ts";
import { listWithin } from "../scope/scoped-query.ts";
import type { ActBook } from "./act-book.ts";

export interface AuditServiceOptions {
  readonly tenant: string;
  readonly store: { readonly history: IMoHistoryStore };
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly book: ActBook;
}

/** Shows who did what, and checks that the record of it is whole. */
export function createAuditService(options: AuditServiceOptions): Asked<AuditService> {
  const { tenant, store, cache, book } = options;
  return {
    async list({ apps }, { jobKey, ...query }, page) {
      await book.catchUp(await cache.getAll());
      const within = { tenant, ...query, ...(jobKey !== undefined && { jobKeys: [jobKey] }) };
      return listWithin(apps, within, page, async (some, part) => store.history.list(some, part));
    },

    async verify() {
      await book.catchUp(await cache.getAll());
      return verifyChains(options);
    },

    async note(_, { by, ...noted }) {
      await book.noteDone(null, { ...noted, by });
    },
  };
}
