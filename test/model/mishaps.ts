import type { Step } from "./step.ts";

/** How often each thing may go wrong: never, unless it is said. */
export interface MishapLimits {
  readonly crashes?: number;
  /** A worker is taken for lost while it runs. */
  readonly mistakenLosses?: number;
  readonly cancels?: number;
  readonly timeouts?: number;
  /** The code asks to be executed later. */
  readonly snoozes?: number;
  readonly edits?: number;
  /** An edit adds a slot to the job's limit. */
  readonly raises?: number;
  /** The job is paused; it may be resumed at any moment after. */
  readonly pauses?: number;
  /** A write is done and its response is lost. */
  readonly lostAnswers?: number;
  /** Requests that are delivered a second time. */
  readonly repeats?: number;
  /** Time passes by `LAPSE_MS`. */
  readonly lapses?: number;
  /** The duty that ends what waits for too long begins a pass. */
  readonly looks?: number;
  /** What follows ends begins a pass. */
  readonly follows?: number;
}

export type Mishap = keyof MishapLimits;

/** What may yet go wrong in a world, or happen by itself. */
export class Mishaps {
  readonly #mayGoWrong: boolean;
  readonly #left: Record<Mishap, number>;

  constructor(limits: Required<MishapLimits>) {
    this.#left = {
      crashes: limits.crashes,
      mistakenLosses: limits.mistakenLosses,
      cancels: limits.cancels,
      timeouts: limits.timeouts,
      snoozes: limits.snoozes,
      edits: limits.edits,
      raises: limits.raises,
      pauses: limits.pauses,
      lostAnswers: limits.lostAnswers,
      repeats: limits.repeats,
      lapses: limits.lapses,
      looks: limits.looks,
      follows: limits.follows,
    };
    // A pause ends with the job resumed, and a raised limit only lets more begin: nothing may be left then.
    this.#mayGoWrong = Object.entries(this.#left).some(
      ([mishap, count]) => mishap !== "pauses" && mishap !== "raises" && count > 0,
    );
  }

  /** How often each may yet happen, in an order that is always the same. */
  get left(): readonly number[] {
    return Object.values(this.#left);
  }

  /** Whether nothing may have gone wrong. */
  get areNone(): boolean {
    return !this.#mayGoWrong;
  }

  /** How often it may yet happen. */
  count(mishap: Mishap): number {
    return this.#left[mishap];
  }

  may(mishap: Mishap): boolean {
    return this.#left[mishap] > 0;
  }

  /** The steps that bring it about, while it may be; each uses it up once. */
  allow(mishap: Mishap, steps: readonly Step[]): readonly Step[] {
    if (!this.may(mishap)) return [];
    return steps.map(({ text, take }) => ({
      text,
      take: () => {
        this.spend(mishap);
        return take();
      },
    }));
  }

  spend(mishap: Mishap): void {
    this.#left[mishap] -= 1;
  }
}
