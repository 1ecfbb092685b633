import type { IMoFileStore } from "../ports/file-store.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { Duty, DutyPass } from "./duty.ts";

const RUNS_AT_ONCE = 200;
/** Rounds that one pass makes; the next one goes on from there. */
const MOST_ROUNDS = 10;
const EVERY_MS = 1000;
/** Pause once all runs with files were looked at. */
const IDLE_MS = 10_000;

export interface FileSweepOptions {
  readonly tenant: string;
  readonly files: Pick<IMoFileStore, "runs" | "remove">;
  readonly instances: Pick<IMoInstanceStore, "get">;
}

/** Removes the files of runs that are no more, however they came to be removed: retention, or a write that was late. */
export class FileSweep implements Duty {
  readonly name = "sweep-files";
  readonly everyMs: number = IDLE_MS;
  readonly #options: FileSweepOptions;
  /** The run up to which the round before has looked. */
  #after: string | null = null;

  constructor(options: FileSweepOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const { tenant, files, instances } = this.#options;
    for (let round = 0; round < MOST_ROUNDS && !signal.aborted; round += 1) {
      const ids = await files.runs(tenant, this.#after, RUNS_AT_ONCE);
      const runs = ids.length === 0 ? [] : await instances.get(tenant, ids);
      const left = ids.filter((_, index) => runs[index] === null);
      if (left.length > 0) await files.remove(tenant, left);
      this.#after = ids.length < RUNS_AT_ONCE ? null : (ids.at(-1) ?? null);
      if (this.#after === null) return { nextInMs: IDLE_MS, slackMs: Number.POSITIVE_INFINITY };
    }
    return { nextInMs: EVERY_MS, slackMs: Number.POSITIVE_INFINITY };
  }
}
