import { EventLoopYield } from "../../base/batching/event-loop-yield.ts";
import { GroupCommit } from "../../base/batching/group-commit.ts";
import type { Timer } from "../../base/clock.ts";
import { dispatchAgain, type DispatchAgainOptions } from "../../dispatch/dispatch-again.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { AdmissionResult } from "../../model/write/admission.ts";
import type { IMoInstanceStore, LaneQuery } from "../../ports/instance-store.ts";
import type { Rate } from "./rate.ts";
import type { RateGate } from "./rate-gate.ts";

/** More turns of one lane than this are given in steps. */
const MOST_AT_ONCE = 125;

/** The outcome of a turn; `left`: another worker has the run now. */
export type TurnOutcome = AdmissionResult["outcome"] | "left";

export interface TurnsOptions extends DispatchAgainOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "firstWaiting" | "update">;
  readonly rates: RateGate;
  /** How many more runs this worker takes now. */
  readonly capacity: () => number;
  /** Begins runs whose turn has come; resolves, once each has begun or cannot, to what became of them, in any order. */
  readonly begin: (runs: readonly JobInstance[]) => Promise<readonly TurnOutcome[]>;
  /** Called with what went wrong: the reconciler gives the turns that were not given. */
  readonly onError: (error: unknown) => void;
}

/** The known slots of a lane while turns are given. */
interface Look {
  /** That of the job as whatever looked last knew it. */
  rate: Rate | null;
  /** Slots that were given back. */
  free: number;
  /** Slots that may be free besides: at most the lane's limit. */
  unsure: number;
  /** How many of those are tried at once. */
  tried: number;
}

/**
 * Gives turns in a worker to the runs that wait in lanes, in their order: as slots are given back there, without asking again and
 * again, and as rates allow, by a timer when the next may. What the worker has no place for goes to any worker of the app.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #reads: GroupCommit<LaneQuery, readonly JobInstance[]>;
  /** The lanes that are being looked at. */
  readonly #looks = new Map<string, Look>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #timers = new Map<string, Timer>();
  #isClosed = false;

  constructor(options: TurnsOptions) {
    const { store, clock } = options;
    this.#options = options;
    this.#reads = new GroupCommit((queries) => store.firstWaiting(queries), {
      loopYield: new EventLoopYield(clock),
      atOnce: 2,
    });
  }

  /** A slot of the lane was given back. */
  freed(lane: string, rate: Rate | null = null): void {
    this.#lookAt(lane, rate).free += 1;
  }

  /** A run waits in the lane: any of its slots may have been given back while that was written, or by a worker that died. */
  joined(lane: string, limit: number, rate: Rate | null = null): void {
    this.#lookAt(lane, rate).unsure = Math.min(limit, MOST_AT_ONCE);
  }

  /** Resolves when no lane is looked at. The first that waits where a timer was set goes to another worker, which sets its own. */
  async close(): Promise<void> {
    const { tenant, store, onError } = this.#options;
    this.#isClosed = true;
    for (const timer of this.#timers.values()) timer.cancel();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    const queries = [...this.#timers.keys()].map((lane) => ({ tenant, lane, most: 1 }));
    this.#timers.clear();
    if (queries.length === 0) return;
    try {
      await dispatchAgain((await store.firstWaiting(queries)).flat(), this.#options);
    } catch (error) {
      onError(error);
    }
  }

  #lookAt(lane: string, rate: Rate | null): Look {
    const known = this.#looks.get(lane);
    if (known !== undefined) {
      known.rate = rate;
      return known;
    }
    const look = { rate, free: 0, unsure: 0, tried: 1 };
    this.#looks.set(lane, look);
    const giving = this.#give(lane, look).finally(() => this.#underWay.delete(giving));
    this.#underWay.add(giving);
    return look;
  }

  async #give(lane: string, look: Look): Promise<void> {
    try {
      // Runs that are settled in one write give their slots back one after the other.
      await Promise.resolve();
      while (look.free > 0 || look.unsure > 0)
        await (look.rate === null ? this.#giveSlots(lane, look) : this.#giveBegins(lane, look, look.rate));
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#looks.delete(lane);
    }
  }

  /** Most that begin to wait find no slot free: one is tried, and more only while each begins, or where others take them. */
  async #giveSlots(lane: string, look: Look): Promise<void> {
    const { tenant, capacity } = this.#options;
    const { unsure, tried } = look;
    const most = Math.min(
      Math.max(look.free, tried > capacity() ? unsure : Math.min(tried, unsure)),
      MOST_AT_ONCE,
    );
    look.free = Math.max(look.free - most, 0);
    look.unsure = 0;
    const runs = await this.#reads.submit({ tenant, lane, most });
    const outcomes = runs.length === 0 ? [] : await this.#beginHere(runs);
    look.free += outcomes.filter((outcome) => outcome === "refused").length;
    const mayBeMore = runs.length === most && most < unsure && !outcomes.includes("full");
    if (mayBeMore) look.unsure = Math.max(look.unsure, unsure);
    look.tried = mayBeMore ? most * 2 : 1;
  }

  /** Resolves to what became of those that begin here. */
  async #beginHere(runs: readonly JobInstance[]): Promise<readonly TurnOutcome[]> {
    const { capacity, begin } = this.#options;
    const here = Math.min(runs.length, capacity());
    const [outcomes] = await Promise.all([
      here === 0 ? [] : begin(runs.slice(0, here)),
      dispatchAgain(runs.slice(here), this.#options),
    ]);
    return outcomes;
  }

  /** What the rate grants now; the next when it grants more. */
  async #giveBegins(lane: string, look: Look, rate: Rate): Promise<void> {
    const { tenant, rates, capacity, begin } = this.#options;
    look.free = 0;
    look.unsure = 0;
    if (this.#isClosed) return;
    const waiting = await this.#reads.submit({ tenant, lane, most: Math.min(MOST_AT_ONCE, rate.max) });
    if (waiting.length === 0 || this.#isClosed) return;
    const wanted = Math.min(waiting.length, capacity());
    // A worker that has a place gets the first, and looks for more.
    if (wanted < 1) return dispatchAgain(waiting.slice(0, 1), this.#options);
    const grant = await rates.take(lane, rate, wanted);
    const { granted, freeInMs } = grant;
    const outcomes = granted === 0 ? [] : await begin(waiting.slice(0, granted));
    const begun = outcomes.filter((outcome) => outcome === "admitted").length;
    if (begun < granted) await rates.giveBack(lane, rate, grant, granted - begun);
    // The worker that gives back a slot looks again, and so does the one that has it.
    if (outcomes.includes("full") || outcomes.includes("left")) return;
    // Grants that were given back are for the next runs.
    if (begun < granted || granted === wanted) look.free = 1;
    else this.#lookIn(freeInMs, lane, rate);
  }

  #lookIn(ms: number, lane: string, rate: Rate): void {
    if (this.#isClosed) return;
    this.#timers.get(lane)?.cancel();
    const timer = this.#options.clock.setTimer(() => {
      this.#timers.delete(lane);
      this.freed(lane, rate);
    }, ms);
    this.#timers.set(lane, timer);
  }
}
