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

/** A run that has ended, as it stands in the file. */
export interface EndedRun {
  /** Whole but for its arguments and its result. */
  readonly record: JobInstance;
  /** As they are stored: callers get their own. */
  readonly args: string | null;
  readonly result: string | null;
}

/** So many of a tenant are kept: some 4 MB. */
const MOST = 4000;

/**
 * The runs that were written last, so that they need not be read from the file: no other process writes to it. The oldest make room;
 * after a rollback all have to be forgotten.
 */
export class WrittenRuns<Run> {
  readonly #byTenant = new Map<number, Map<string, Run>>();

  get(tenant: number, id: string): Run | undefined {
    return this.#byTenant.get(tenant)?.get(id);
  }

  set(tenant: number, id: string, run: Run): void {
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
