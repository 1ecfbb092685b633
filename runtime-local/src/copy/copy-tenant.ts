import { type Feature, removedJobKeyPrefix } from "@mojob/core/engine";
import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { type Clock, OPEN_STATES } from "@mojob/core/ports";
import { copyEnds } from "./copied-ends.ts";
import { copyFiles } from "./copied-files.ts";
import { copyHistory, copyIncidents, copyRecords, copyScripts } from "./copied-records.ts";
import { COPY_BATCH, copyRuns } from "./copied-runs.ts";
import { copyRollups } from "./copied-rollups.ts";
import { copyState } from "./copied-state.ts";
import { readDueTasks } from "./copied-tasks.ts";
import { CopyProgress } from "./copy-progress.ts";
import type { StorePair } from "./store-pair.ts";
import { holdBoth } from "./held-stores.ts";

const DAY_MS = 86_400_000;

/** The numbers of copied records of a tenant. */
export interface CopiedTenant {
  readonly tenant: string;
  readonly definitions: number;
  /** Runs that had ended. */
  readonly ended: number;
  /** Runs that had not. */
  readonly open: number;
}

export interface TenantCopyOptions {
  readonly tenant: string;
  readonly from: StorePair;
  readonly to: StorePair;
  readonly clock: Clock;
  readonly features: readonly Feature[];
  readonly onProgress: (progress: CopiedTenant) => void;
  readonly signal?: AbortSignal;
}

/** Copies one tenant; each step may be repeated, and nothing starts on the target before the last is done. */
export async function copyTenant(options: TenantCopyOptions): Promise<CopiedTenant> {
  const { tenant, from, to, clock, onProgress, signal } = options;
  const held = await holdBoth(options);
  try {
    const place = await CopyProgress.open(options);
    let copied: CopiedTenant = { tenant, definitions: 0, ended: place.ended, open: 0 };
    const report = (step: Partial<CopiedTenant>): void => {
      held.assertHeld();
      if (signal?.aborted === true) {
        throw new MoJobError(
          MoJobErrorCode.Cancelled,
          `The copy of tenant "${tenant}" was stopped; the same call continues it`,
        );
      }
      copied = { ...copied, ...step };
      onProgress(copied);
    };

    const definitions = await from.store.definitions.getAll(tenant);
    for (let start = 0; start < definitions.length; start += COPY_BATCH) {
      const batch = definitions.slice(start, start + COPY_BATCH);
      await to.store.definitions.register(batch);
      report({ definitions: start + batch.length });
    }
    await copyEnds({ tenant, from, to, clock, place, onCopied: (ended) => report({ ended }) });
    await copyOpen(options, (open) => report({ open }));
    await copyFiles(from.store, to.store, tenant, () => report({}));
    // Runs of jobs that were removed may be pinned to versions of theirs.
    const prefix = removedJobKeyPrefix(tenant);
    const removed = (await from.state.list(prefix)).map(({ key }) => key.slice(prefix.length));
    await copyScripts(from.store, to.store, tenant, [...definitions.map(({ key }) => key), ...removed]);
    await copyHistory(from.store, to.store, tenant);
    await copyIncidents(from.store, to.store, tenant);
    for (const { records = [], copy } of options.features) {
      await copyRecords(from.store, to.store, tenant, records);
      await copy?.({ tenant, from: from.store, to: to.store, onCopied: () => report({}) });
    }
    await copyRollups(from.store, to.store, tenant);
    await copyState(from.state, to.state, tenant);
    await place.close();
    return copied;
  } finally {
    await held.release();
  }
}

async function copyOpen(
  { tenant, from, to, clock }: TenantCopyOptions,
  onCopied: (open: number) => void,
): Promise<void> {
  // Whatever the time of the last change: a clock may have been ahead.
  const unmovedSince = new Date(clock.now().getTime() + DAY_MS);
  const due = await readDueTasks(from.store, tenant);
  let cursor: string | null = null;
  let open = 0;
  do {
    const page: Awaited<ReturnType<typeof from.store.instances.findOpen>> =
      await from.store.instances.findOpen(
        { tenant, states: OPEN_STATES, unmovedSince },
        { limit: COPY_BATCH, ...(cursor !== null && { cursor }) },
      );
    await copyRuns(from.store, to.store, page.items, due);
    open += page.items.length;
    onCopied(open);
    cursor = page.nextCursor;
  } while (cursor !== null);
}
