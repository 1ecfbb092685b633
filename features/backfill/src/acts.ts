import type { JsonValue } from "@mojob/core";
import type { Backfill } from "@mojob/core/engine";
import {
  type Acts,
  type BackfillService,
  copyJson,
  differences,
  type Doing,
  type PerRequester,
} from "@mojob/core/feature";
import { ActKind, SubjectType } from "@mojob/core/ports";

/** What is noted of backfills that begin and change. */
export const BACKFILL_ACTS: Acts<BackfillService, PerRequester<BackfillService>> = {
  create: async (_, change) => backfillAct(null, await change()),
  async change({ requester, args: [id], service }, change) {
    const before = await service.get(requester, id);
    return backfillAct(before, await change());
  },
};

function backfillAct(before: Backfill | null, after: Backfill): Doing {
  return {
    kind: ActKind.Backfill,
    app: after.app,
    ...(after.jobKey !== null && { jobKey: after.jobKey }),
    subject: { type: SubjectType.Backfill, id: after.id },
    note: before === null ? after.note : null,
    changes: differences(shownOf(before), shownOf(after)),
  };
}

/** What people decide about a backfill; its progress is none of it. */
function shownOf(backfill: Backfill | null): Readonly<Record<string, JsonValue>> {
  if (backfill === null) return {};
  const { from, to, only, order, atOnce, perMinute, priority, beyondKept, state } = backfill;
  return copyJson({
    from: from.toISOString(),
    to: to.toISOString(),
    only,
    order,
    atOnce,
    perMinute,
    priority,
    beyondKept,
    state,
  }) as Readonly<Record<string, JsonValue>>;
}
