import { isKeptFilesId } from "../model/name/kept-files.ts";
import type { IMoFileStore } from "../ports/file-store.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { Duty, DutyPass } from "./duty.ts";

const RUNS_AT_ONCE = 200;
/** Rounds that one pass makes; the next one goes on from there. */
const MOST_ROUNDS = 10;
/** Pause where no run has files. */
const IDLE_MS = 30_000;
const LEAST_MS = 10_000;
/** Pause for each run that was looked at: however many have files, a hundred a second are looked at. */
const PER_RUN_MS = 10;

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
    let looked = 0;
    for (let round = 0; round < MOST_ROUNDS && !signal.aborted; round += 1) {
      const ids = await files.runs(tenant, this.#after, RUNS_AT_ONCE);
      looked += ids.length;
      const runs = ids.length === 0 ? [] : await instances.get(tenant, ids);
      const left = ids.filter((id, index) => runs[index] === null && !isKeptFilesId(id));
      if (left.length > 0) await files.remove(tenant, left);
      this.#after = ids.length < RUNS_AT_ONCE ? null : (ids.at(-1) ?? null);
      if (this.#after === null) break;
    }
    const nextInMs = looked === 0 ? IDLE_MS : Math.max(LEAST_MS, looked * PER_RUN_MS);
    return { nextInMs, slackMs: Number.POSITIVE_INFINITY };
  }
}
