import type { Clock, Timer } from "../../base/clock.ts";
import { dispatchAgain, type DispatchAgainOptions } from "../../dispatch/dispatch-again.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { TurnOutcome } from "../lanes/turn-outcome.ts";
import type { Rate } from "./rate.ts";
import type { RateGate } from "./rate-gate.ts";

/** Turns that are given at once. */
const MOST_AT_ONCE = 125;

export interface RateTurnsOptions extends DispatchAgainOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "firstWaiting" | "update">;
  readonly gate: RateGate;
  readonly clock: Clock;
  /** How many more runs this worker takes now. */
  readonly capacity: () => number;
  /** Begins runs whose turn has come; resolves, once each has begun or cannot, to what became of them, in any order. */
  readonly begin: (runs: readonly JobInstance[]) => Promise<readonly TurnOutcome[]>;
  /** Called with what went wrong: the reconciler gives the turns that were not given. */
  readonly onError: (error: unknown) => void;
}

/**
 * Begins the runs that wait in lanes with a rate, in their order, as the rate allows: when one joins, and by a timer when
 * the next may.
 */
export class RateTurns {
  readonly #options: RateTurnsOptions;
  /** The lanes that are looked at, and whether something has changed there since. */
  readonly #looking = new Map<string, boolean>();
  readonly #timers = new Map<string, Timer>();
  readonly #looks = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: RateTurnsOptions) {
    this.#options = options;
  }

  /** A run waits in the lane, or a slot of it was given back. */
  look(lane: string, rate: Rate): void {
    if (this.#isClosed) return;
    const isLookedAt = this.#looking.has(lane);
    this.#looking.set(lane, isLookedAt);
    if (isLookedAt) return;
    const look = this.#give(lane, rate).finally(() => this.#looks.delete(look));
    this.#looks.add(look);
  }

  /** Resolves when no lane is looked at. The first that waits where a timer was set goes to another worker, which sets its own. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { tenant, store, onError } = this.#options;
    for (const timer of this.#timers.values()) timer.cancel();
    while (this.#looks.size > 0) await Promise.all(this.#looks);
    const lanes = [...this.#timers.keys()];
    this.#timers.clear();
    if (lanes.length === 0) return;
    try {
      const found = await store.firstWaiting(lanes.map((lane) => ({ tenant, lane, most: 1 })));
      await dispatchAgain(found.flat(), this.#options);
    } catch (error) {
      onError(error);
    }
  }

  async #give(lane: string, rate: Rate): Promise<void> {
    const { onError } = this.#options;
    try {
      do {
        this.#looking.set(lane, false);
        while (await this.#giveSome(lane, rate));
      } while (this.#looking.get(lane) === true && !this.#isClosed);
    } catch (error) {
      onError(error);
    } finally {
      this.#looking.delete(lane);
    }
  }

  /** Resolves to whether to look for more at once. */
  async #giveSome(lane: string, rate: Rate): Promise<boolean> {
    const { tenant, store, gate, capacity, begin } = this.#options;
    const most = Math.min(MOST_AT_ONCE, rate.max);
    const [waiting = []] = await store.firstWaiting([{ tenant, lane, most }]);
    if (waiting.length === 0 || this.#isClosed) return false;
    const room = capacity();
    if (room < 1) {
      // A worker that has a place gets the first, and looks for more.
      await dispatchAgain(waiting.slice(0, 1), this.#options);
      return false;
    }
    const wanted = Math.min(waiting.length, room);
    const grant = await gate.take(lane, rate, wanted);
    if (grant.granted > 0) {
      const outcomes = await begin(waiting.slice(0, grant.granted));
      const begun = outcomes.filter((outcome) => outcome === "admitted").length;
      if (begun < grant.granted) await gate.giveBack(lane, rate, grant, grant.granted - begun);
      // The worker that gives back a slot looks again, and so does the one that has it.
      if (outcomes.includes("full") || outcomes.includes("left")) return false;
      // The grants that were given back are for the next runs.
      if (begun < grant.granted) return true;
    }
    if (grant.granted === wanted) return true;
    this.#lookIn(grant.freeInMs, lane, rate);
    return false;
  }

  #lookIn(ms: number, lane: string, rate: Rate): void {
    if (this.#isClosed) return;
    this.#timers.get(lane)?.cancel();
    const timer = this.#options.clock.setTimer(() => {
      this.#timers.delete(lane);
      this.look(lane, rate);
    }, ms);
    this.#timers.set(lane, timer);
  }
}
