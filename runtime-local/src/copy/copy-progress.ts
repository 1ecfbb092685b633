import { type IMoStateStore, MoJobError, MoJobErrorCode } from "@mojob/core";
import { copyKey, firingCursorKey, tenantKeyPrefix } from "@mojob/core/engine";
import { BEFORE_ALL_ENDS } from "@mojob/core/ports";
import type { StorePair } from "./store-pair.ts";

/** The target's record of a copy that is not complete. */
interface ProgressRecord {
  /** The source's firing cursor when the copy began: it moves whenever a scheduler runs. */
  readonly cursor: string | null;
  /** In the source's order of ends. */
  readonly position: string;
  readonly ended: number;
}

export interface CopyProgressOptions {
  readonly tenant: string;
  readonly from: StorePair;
  readonly to: StorePair;
}

/** How far a copy has got, kept on the target, so that an interrupted one is continued. */
export class CopyProgress {
  readonly #state: IMoStateStore;
  readonly #key: string;
  #record: ProgressRecord;

  private constructor(state: IMoStateStore, key: string, record: ProgressRecord) {
    this.#state = state;
    this.#key = key;
    this.#record = record;
  }

  /** @throws MoJobError `invalid_argument` where the target is not empty, or the source has run since the copy began */
  static async open({ tenant, from, to }: CopyProgressOptions): Promise<CopyProgress> {
    const key = copyKey(tenant);
    const fired = (await from.state.get(firingCursorKey(tenant)))?.value;
    const cursor = typeof fired === "string" ? fired : null;
    const entry = await to.state.get(key);
    if (entry !== null) {
      const record = entry.value as unknown as ProgressRecord;
      if (record.cursor !== cursor)
        throw refusal(tenant, "the source has run since this copy began; empty the target and copy again");
      return new CopyProgress(to.state, key, record);
    }
    if (!(await isEmpty(to, tenant)))
      throw refusal(tenant, "the target has jobs, runs or state of this tenant; name an empty store");
    const record: ProgressRecord = { cursor, position: BEFORE_ALL_ENDS, ended: 0 };
    await to.state.set(key, { ...record });
    return new CopyProgress(to.state, key, record);
  }

  get position(): string {
    return this.#record.position;
  }

  /** Ended runs that have been copied. */
  get ended(): number {
    return this.#record.ended;
  }

  async move(position: string, ended: number): Promise<void> {
    if (position === this.#record.position) return;
    this.#record = { ...this.#record, position, ended };
    await this.#state.set(this.#key, { ...this.#record });
  }

  /** Nothing is left to copy. */
  async close(): Promise<void> {
    await this.#state.delete(this.#key);
  }
}

/** @throws MoJobError `invalid_argument` where a copy of the tenant into this store is not complete */
export async function assertCopied(state: IMoStateStore, tenant: string): Promise<void> {
  if ((await state.get(copyKey(tenant))) === null) return;
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot start tenant "${tenant}": a copy into this store was interrupted; copy again, which continues it`,
  );
}

async function isEmpty({ store, state }: StorePair, tenant: string): Promise<boolean> {
  const [runs, definitions, entries] = await Promise.all([
    store.queries.list({ tenant }, { limit: 1 }),
    store.definitions.list({ tenant }, { limit: 1 }),
    state.list(tenantKeyPrefix(tenant)),
  ]);
  return runs.items.length + definitions.items.length + entries.length === 0;
}

function refusal(tenant: string, why: string): MoJobError {
  return new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot copy tenant "${tenant}": ${why}`);
}
