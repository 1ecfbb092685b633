import type { JobInstance } from "../model/instance/job-instance.ts";
import type { AdmittedRun, SlotEnd } from "./attempt/admitted-run.ts";
import type { AttemptLoop } from "./attempt/attempt-loop.ts";
import type { OwnRuns } from "./worker/own-runs.ts";
import type { WorkerLoad } from "./worker/worker-load.ts";
import type { Turns } from "../waiting/turns/turns.ts";

export interface HandedRunsOptions {
  readonly loop: AttemptLoop;
  readonly load: WorkerLoad;
  readonly own: OwnRuns;
  readonly turns: Pick<Turns, "freed">;
  /** As `JobExecutorOptions.onTurnEnded`. */
  readonly onTurnEnded?: (run: JobInstance) => void;
  readonly onError: (error: unknown) => void;
}

/** Runs that have begun by the ends of others, each in the slot and the place of the one before. */
export class ChainedRuns {
  readonly #options: HandedRunsOptions;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: HandedRunsOptions) {
    this.#options = options;
  }

  /** A run of the lane has ended: runs what has begun in its place, else gives a turn where others wait. */
  ended(lane: string, { begun, othersWait }: SlotEnd): void {
    if (begun === null) {
      if (othersWait) this.#options.turns.freed(lane);
      return;
    }
    const chain = this.#run(begun)
      .catch(this.#options.onError)
      .finally(() => this.#underWay.delete(chain));
    this.#underWay.add(chain);
  }

  /** Resolves when none is under way. */
  async untilIdle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #run(first: AdmittedRun): Promise<void> {
    const { loop, load, own, onTurnEnded } = this.#options;
    for (let run: AdmittedRun | null = first; run !== null;) {
      const { instance }: AdmittedRun = run;
      const hold = own.take([instance.id]);
      // It was counted while its place was kept.
      load.take(-1);
      let slot: SlotEnd;
      try {
        slot = await loop.run(run);
      } finally {
        hold.letGo(0);
      }
      onTurnEnded?.(instance);
      run = slot.begun;
      if (run === null) this.ended(instance.lane, slot);
    }
  }
}
