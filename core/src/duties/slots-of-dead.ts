import { giveBackSlots, type GiveBackSlotsOptions } from "../waiting/release/give-back-slots.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import { isAbandoned } from "../model/waiting/abandoned.ts";
import type { IMoRuntime } from "../ports/runtime.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import { pagesOf } from "../ports/page.ts";

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
  for await (const runs of pagesOf((page) => store.queries.abandoned(tenant, page))) {
    const ended = runs.filter(isAbandoned).filter(({ abandoned }) => !ids.has(abandoned.worker));
    const attempts = ended.map(({ id, abandoned }) => ({ id, attempt: abandoned.attempt }));
    await giveBackSlots(
      attempts,
      { how: "worker_ended", by: null },
      { ...options, store: store.instances, wake },
    );
    if (signal.aborted) break;
  }
}
