import { assertTenant, type Feature } from "@mojob/core/engine";
import { type Clock, systemClock } from "@mojob/core/ports";
import { type CopiedTenant, copyTenant } from "./copy-tenant.ts";
import { tenantsOf } from "./copied-state.ts";
import type { StorePair } from "./store-pair.ts";

export interface CopyStoreOptions {
  /** @default every tenant whose scheduler has run on the source */
  readonly tenants?: readonly string[];
  /** Called after each batch with what has been copied of a tenant so far. @default not called */
  readonly onProgress?: (progress: CopiedTenant) => void;
  /** Ends the copy between two batches; the same call continues it later. @default none */
  readonly signal?: AbortSignal;
  /** The features of which what they keep is copied: `FEATURES` of `@mojob/features` are all. @default none, so that no saved view, backfill or export is */
  readonly features?: readonly Feature[];
  /** @default the system's */
  readonly clock?: Clock;
}

/**
 * Copies definitions and the versions of their scripts, open and ended runs with their history, logs and files and where tasks among
 * them stand, what people did, incidents, what features keep, sums of ended runs, cursors and the places of followers from one store into another, batch by batch. A scheduler that starts on the target continues where the one on the source stopped:
 * each nominal time of the meantime is decided once, by the misfire policy of its job.
 *
 * No scheduler and no worker may run on either store; each is held while it is copied. A copy that was interrupted is
 * continued by the same call. Sign-ins of browsers are not copied. A run that was under way when its process was killed
 * ends on the target as on the source: as lost with its worker.
 *
 * @returns what was copied, one entry a tenant
 * @throws MoJobError `lock_held` where a scheduler or a worker runs; `invalid_argument` where the target has runs, jobs or
 * state of the tenant that no interrupted copy left, or where the source has run since that copy began; `cancelled` when
 * the signal aborts; `store_unavailable`
 * @example
 * ```ts
 * import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
 * import { copyStore } from "@mojob/runtime-local";
 *
 * // openSqlite(".mojob/mojob.db") and connectMongodb("mongodb://127.0.0.1:27017") open such pairs.
 * const from = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() };
 * const to = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() };
 * const [copied] = await copyStore(from, to, { tenants: ["default"] });
 * console.log(`${copied?.ended} ended runs`);
 * ```
 */
export async function copyStore(
  from: StorePair,
  to: StorePair,
  options: CopyStoreOptions = {},
): Promise<readonly CopiedTenant[]> {
  const { clock = systemClock, onProgress = () => {}, signal, features = [] } = options;
  const tenants = options.tenants ?? (await tenantsOf(from.state));
  const copied: CopiedTenant[] = [];
  for (const tenant of tenants) {
    assertTenant(tenant);
    copied.push(
      await copyTenant({ tenant, from, to, clock, features, onProgress, ...(signal && { signal }) }),
    );
  }
  return copied;
}
