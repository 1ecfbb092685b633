import { giveBackSlots, type GiveBackSlotsOptions } from "../dispatch/give-back-slots.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobInstanceSummary } from "../model/instance/job-instance.ts";
import { isAbandoned } from "../model/waiting/abandoned.ts";
import type { IMoRuntime } from "../ports/runtime.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";

const PAGE_SIZE = 200;

export interface SlotsOfDeadOptions extends Omit<GiveBackSlotsOptions, "store" | "wake"> {
  readonly runtime: Pick<IMoRuntime, "wake">;
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances" | "queries">;
  readonly signal: AbortSignal;
}

/** Code that was abandoned on a worker that is none of these ended with it: its slot is given back. */
export async function giveBackSlotsOfDead(
  live: readonly ExecutorRecord[],
  options: SlotsOfDeadOptions,
): Promise<void> {
  const { tenant, store, runtime, signal } = options;
  const wake: GiveBackSlotsOptions["wake"] = (retries) => runtime.wake?.(retries);
  const ids = new Set(live.map(({ id }) => id));
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly JobInstanceSummary[]; readonly nextCursor: string | null } =
      await store.queries.abandoned(tenant, { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) });
    const ended = page.items.filter(isAbandoned).filter(({ abandoned }) => !ids.has(abandoned.worker));
    const attempts = ended.map(({ id, abandoned }) => ({ id, attempt: abandoned.attempt }));
    await giveBackSlots(
      attempts,
      { how: "worker_ended", by: null },
      { ...options, store: store.instances, wake },
    );
    cursor = page.nextCursor;
  } while (cursor !== null && !signal.aborted);
}
