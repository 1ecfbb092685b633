import type { JobInstanceSummary } from "@mojob/core";
import { type Clock, sleep } from "@mojob/core/ports";

/** The process that ended a run has moved its task on by then, unless it died in between. */
const LOOK_AFTER_MS = 250;

export interface LateEndsOptions {
  readonly clock: Clock;
  readonly follow: (parts: readonly JobInstanceSummary[]) => Promise<void>;
}

/**
 * Ends of nodes' runs that came by an event, where the processes that end runs move tasks on themselves: all of some time are looked
 * at together, after they had the time to do so. At once this process would read what the other one is about to write, and both
 * would make the same step.
 */
export class LateEnds {
  readonly #options: LateEndsOptions;
  #waiting: JobInstanceSummary[] = [];
  #next: Promise<void> | null = null;

  constructor(options: LateEndsOptions) {
    this.#options = options;
  }

  /** Resolves once tasks have these ends. */
  add(parts: readonly JobInstanceSummary[]): Promise<void> {
    this.#waiting.push(...parts);
    return (this.#next ??= this.#lookLater());
  }

  async #lookLater(): Promise<void> {
    await sleep(this.#options.clock, LOOK_AFTER_MS);
    const parts = this.#waiting;
    this.#waiting = [];
    this.#next = null;
    await this.#options.follow(parts);
  }
}
