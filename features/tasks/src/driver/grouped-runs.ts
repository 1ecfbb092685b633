import type { JobInstance } from "@mojob/core";
import { GroupCommit } from "@mojob/core/engine";
import type { IMoInstanceStore, InstanceChange } from "@mojob/core/ports";

/** Records in one call. */
const MOST = 250;

/** Groups the calls of many tasks to the store of runs: each asks for few at a time, and many do at once. */
export class GroupedRuns implements Pick<IMoInstanceStore, "insert" | "get" | "update"> {
  readonly #store: Pick<IMoInstanceStore, "insert">;
  readonly #updates: GroupCommit<InstanceChange, boolean>;
  readonly #reads: GroupCommit<string, JobInstance | null>;

  constructor(tenant: string, store: Pick<IMoInstanceStore, "insert" | "get" | "update">) {
    this.#store = store;
    this.#updates = new GroupCommit((changes) => store.update(changes), { maxBatch: MOST });
    this.#reads = new GroupCommit((ids) => store.get(tenant, ids), { maxBatch: MOST });
  }

  /** As they come: they are grouped already, to be handed over together. */
  insert(records: readonly JobInstance[]): Promise<readonly (JobInstance | null)[]> {
    return this.#store.insert(records);
  }

  /** Whatever the tenant: a driver has one. */
  get(_tenant: string, ids: readonly string[]): Promise<readonly (JobInstance | null)[]> {
    return this.#reads.submitAll(ids);
  }

  update(changes: readonly InstanceChange[]): Promise<readonly boolean[]> {
    return this.#updates.submitAll(changes);
  }
}
