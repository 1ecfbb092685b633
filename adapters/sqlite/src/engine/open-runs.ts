import type { JobInstance, StoredRun } from "@mojob/core/ports";

/** A run that has not ended, as it stands in the file. */
export interface OpenRun extends StoredRun {
  readonly n: number;
  readonly job: number;
  /** As it is stored. */
  readonly lane: string;
  /** Whole but for its arguments; it is never changed, but replaced. */
  readonly record: JobInstance;
  /** As they are stored: callers get their own. */
  readonly args: string | null;
}

/** So many are kept: some 4 MB. */
const MOST = 4000;

/**
 * The open runs that were written last, so that a change need not read what it is about: no other process writes to the
 * file. The oldest make room; after a rollback all have to be forgotten.
 */
export class OpenRuns {
  readonly #byTenant = new Map<number, Map<string, OpenRun>>();

  get(tenant: number, id: string): OpenRun | undefined {
    return this.#byTenant.get(tenant)?.get(id);
  }

  set(tenant: number, id: string, run: OpenRun): void {
    let runs = this.#byTenant.get(tenant);
    if (runs === undefined) this.#byTenant.set(tenant, (runs = new Map()));
    runs.set(id, run);
    if (runs.size <= MOST) return;
    for (const oldest of runs.keys()) {
      runs.delete(oldest);
      break;
    }
  }

  delete(tenant: number, id: string): void {
    this.#byTenant.get(tenant)?.delete(id);
  }

  clear(): void {
    this.#byTenant.clear();
  }
}
