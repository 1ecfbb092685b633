import type { Clock } from "../base/clock.ts";
import { firstClosed } from "../model/begin/closed-gates.ts";
import type { Situation } from "../model/begin/situation.ts";
import type { NewRun } from "../model/instance/new-run.ts";
import type { Reason } from "../model/reason.ts";

/** What a new run lacks, as gates know it. */
export type Lack = Pick<Situation, "tenant" | "usedUp">;

/** Bounds new runs: what each of them uses is counted. */
export interface RunBound {
  /** Takes what a run with so many bytes of arguments uses; returns what it lacks where there is no more. */
  take(run: NewRun, bytes: number): Lack | null | Promise<Lack | null>;
  /** What was taken is not needed, because another bound has no more. @default it stays taken */
  giveBack?(run: NewRun, bytes: number): void;
  /** The run is recorded, or cannot be. @default nothing is done */
  placed?(run: NewRun, bytes: number): void;
}

/** Bounds new runs that are written together, just before they are. */
export interface BatchBound {
  /** Finds those for which there is no room, each with the reason. */
  above(runs: readonly NewRun[]): Promise<ReadonlyMap<NewRun, Reason>>;
}

/** The bounds of new runs, in order: a run takes of each. Where all have enough nothing is waited for and nothing made. */
export class RunBounds {
  readonly #bounds: readonly RunBound[];
  readonly #clock: Clock;

  constructor(bounds: readonly RunBound[], clock: Clock) {
    this.#bounds = bounds;
    this.#clock = clock;
  }

  /** Takes what a run uses; returns the reason where it may not be created. One that is recorded as skipped uses nothing. */
  take(run: NewRun, bytes: number): Reason | null | Promise<Reason | null> {
    return run.skipReason === null ? this.#takeFrom(0, run, bytes) : null;
  }

  /** A run that took what it uses is recorded, or cannot be. */
  placed(run: NewRun, bytes: number): void {
    for (const bound of this.#bounds) bound.placed?.(run, bytes);
  }

  #takeFrom(first: number, run: NewRun, bytes: number): Reason | null | Promise<Reason | null> {
    for (let index = first; index < this.#bounds.length; index += 1) {
      const lack = this.#bounds[index]?.take(run, bytes) ?? null;
      if (lack instanceof Promise)
        return lack.then((known) =>
          known === null ? this.#takeFrom(index + 1, run, bytes) : this.#refuse(index, run, bytes, known),
        );
      if (lack !== null) return this.#refuse(index, run, bytes, lack);
    }
    return null;
  }

  #refuse(taken: number, run: NewRun, bytes: number, lack: Lack): Reason | null {
    for (const bound of this.#bounds.slice(0, taken)) bound.giveBack?.(run, bytes);
    return firstClosed({ job: run.definition, now: this.#clock.now(), ...lack })?.reason ?? null;
  }
}
