import { verifyChains } from "../../audit/verify-chains.ts";
import type { Clock } from "../../base/clock.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { ActOutcome } from "../../model/history/act.ts";
import type { RunningProcess } from "../../model/process/running-process.ts";
import type { IMoHistoryStore } from "../../ports/history-store.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import type { AuditService } from "../../scheduler/history/audit-service.ts";
import type { Asked } from "../access/asked.ts";
import { listWithin } from "../scope/scoped-query.ts";
import { NEWEST_ACTS } from "./newest-acts.ts";
import type { ActBook } from "./act-book.ts";
import { RefusalCounter } from "./refusal-counter.ts";

export interface AuditServiceOptions {
  readonly tenant: string;
  readonly store: { readonly history: IMoHistoryStore };
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly book: ActBook;
  readonly clock: Clock;
  /** Who runs the tenant's jobs while this process stands by, and writes nothing. @default never stands by */
  readonly standby?: () => RunningProcess | null;
}

/** Shows who did what, and checks that the record of it is whole. */
export function createAuditService(options: AuditServiceOptions): Asked<AuditService> {
  const { tenant, store, cache, book, clock, standby = () => null } = options;
  const refusals = new RefusalCounter(clock);
  /** Takes over what is written elsewhere or counted only. */
  const catchUp = async (): Promise<void> => {
    await book.note(refusals.takeCounted().map((doing) => book.make(null, doing)));
    await book.catchUp(await cache.getAll());
  };
  return {
    async list({ apps }, { jobKey, ...query }, page) {
      await catchUp();
      const within = { tenant, ...query, ...(jobKey !== undefined && { jobKeys: [jobKey] }) };
      return listWithin(
        apps,
        within,
        page,
        async (some, part) => store.history.list(some, part),
        NEWEST_ACTS,
      );
    },

    async verify() {
      await catchUp();
      return verifyChains(options);
    },

    async note(_, noted) {
      if (standby() !== null) return;
      const counted = refusals.takeCounted();
      const isWritten = noted.outcome !== ActOutcome.Refused || refusals.takes(noted);
      const all = isWritten ? [...counted, noted] : counted;
      await book.note(all.map((doing) => book.make(null, doing)));
    },
  };
}
