import { headsToKeep } from "../../audit/kept-heads.ts";
import { verifyChains } from "../../audit/verify-chains.ts";
import type { Clock } from "../../base/clock.ts";
import type { KeyRing } from "../../base/sealing/key-ring.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { type Act, ActOutcome } from "../../model/history/act.ts";
import { isIntent, isPlainOutcome, outcomeIdOf } from "../../model/history/intent.ts";
import type { RunningProcess } from "../../model/process/running-process.ts";
import type { IMoHistoryStore } from "../../ports/history-store.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import type { AuditService } from "../../scheduler/history/audit-service.ts";
import type { PerRequester } from "../access/per-requester.ts";
import { listShown } from "../scope/list-shown.ts";
import { listWithin } from "../scope/scoped-query.ts";
import { NEWEST_ACTS } from "./newest-acts.ts";
import type { ActLog } from "./act-log.ts";
import { RefusalCounter } from "./refusal-counter.ts";
import type { StrictAudit } from "./strict-audit.ts";

export interface AuditServiceOptions {
  readonly tenant: string;
  readonly store: { readonly history: IMoHistoryStore };
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly actLog: ActLog;
  readonly clock: Clock;
  /** Seal where chains end. @default they are not sealed */
  readonly keys?: KeyRing | null;
  /** Writes the intents of what is changed outside the scheduler. @default null: what is done is written afterwards */
  readonly strict?: StrictAudit | null;
  /** Who runs the tenant's jobs while this process stands by, and writes nothing. @default never stands by */
  readonly standby?: () => RunningProcess | null;
}

/** Shows who did what, and checks that the record of it is whole. */
export function createAuditService(options: AuditServiceOptions): PerRequester<AuditService> {
  const { tenant, store, cache, actLog, clock, strict = null, standby = () => null } = options;
  const refusals = new RefusalCounter(clock);
  /** Takes over what is written elsewhere or counted only. */
  const catchUp = async (): Promise<void> => {
    await actLog.note(refusals.takeCounted().map((doing) => actLog.make(null, doing)));
    await actLog.catchUp(await cache.getAll());
  };
  return {
    async list({ apps }, { jobKey, ...query }, page) {
      await catchUp();
      const within = { tenant, ...query, ...(jobKey !== undefined && { jobKeys: [jobKey] }) };
      return listShown(page, NEWEST_ACTS, {
        read: (part) =>
          listWithin(apps, within, part, async (some, of) => store.history.list(some, of), NEWEST_ACTS),
        show: (acts) => withoutDone(acts, (ids) => store.history.known(tenant, ids)),
      });
    },

    async verify(_, kept) {
      await catchUp();
      return verifyChains({ ...options, ...(kept !== undefined && { kept }) });
    },

    async heads() {
      await catchUp();
      await actLog.settled();
      return headsToKeep(options);
    },

    async note(_, noted) {
      if (standby() !== null) return;
      const counted = refusals.takeCounted();
      const isWritten = noted.outcome !== ActOutcome.Refused || refusals.takes(noted);
      const all = isWritten ? [...counted, noted] : counted;
      await actLog.note(all.map((doing) => actLog.make(null, doing)));
    },

    around: (_, of, operation, work) =>
      strict === null || standby() !== null ? work() : strict.around(of, operation, work),
  };
}

/** Leaves out calls that were done, and the intents of those whose outcome is known: other acts say what they did. */
async function withoutDone(
  acts: readonly Act[],
  known: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<readonly Act[]> {
  const intents = acts.filter(isIntent).map(({ id }) => outcomeIdOf(id));
  const outcomes = intents.length === 0 ? new Set<string>() : await known(intents);
  return acts.filter((act) => (isIntent(act) ? !outcomes.has(outcomeIdOf(act.id)) : !isPlainOutcome(act)));
}
