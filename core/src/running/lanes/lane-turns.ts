import { EventLoopYield } from "../../base/batching/event-loop-yield.ts";
import { GroupCommit } from "../../base/batching/group-commit.ts";
import type { Clock } from "../../base/clock.ts";
import { dispatchAgain } from "../../dispatch/dispatch-again.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { IMoInstanceStore, LaneQuery } from "../../ports/instance-store.ts";
import type { TurnOutcome } from "./turn-outcome.ts";

/** More turns of one lane than this are given in steps. */
const MOST_AT_ONCE = 125;

export interface LaneTurnsOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "firstWaiting" | "update">;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** How many more runs this worker takes now. */
  readonly capacity: () => number;
  /** Begins runs whose turn has come; resolves, once it is known which do, to what became of them. */
  readonly begin: (runs: readonly JobInstance[]) => Promise<readonly TurnOutcome[]>;
  /** Called with what went wrong: the reconciler gives the turns that were not given. */
  readonly onError: (error: unknown) => void;
}

/** The known slots of a lane while turns are given. */
interface Look {
  /** Slots that were given back. */
  free: number;
  /** Slots that may be free besides: at most the lane's limit. */
  unsure: number;
}

/**
 * Gives free slots of lanes to the runs that wait for them: in the worker where a run has ended, without asking again and
 * again. What it has no place for goes to any worker of the app.
 */
export class LaneTurns {
  readonly #options: LaneTurnsOptions;
  readonly #reads: GroupCommit<LaneQuery, readonly JobInstance[]>;
  /** The lanes that are being looked at. */
  readonly #looks = new Map<string, Look>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: LaneTurnsOptions) {
    const { store, clock } = options;
    this.#options = options;
    this.#reads = new GroupCommit((queries) => store.firstWaiting(queries), {
      loopYield: new EventLoopYield(clock),
      atOnce: 2,
    });
  }

  /** A slot of the lane was given back. */
  freed(lane: string): void {
    this.#lookAt(lane).free += 1;
  }

  /** A run waits in the lane: any of its slots may have been given back while that was written, or by a worker that died. */
  joined(lane: string, limit: number): void {
    this.#lookAt(lane).unsure = Math.min(limit, MOST_AT_ONCE);
  }

  /** Resolves when no lane is looked at. */
  async untilIdle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #lookAt(lane: string): Look {
    const known = this.#looks.get(lane);
    if (known !== undefined) return known;
    const look = { free: 0, unsure: 0 };
    this.#looks.set(lane, look);
    const giving = this.#give(lane, look).finally(() => this.#underWay.delete(giving));
    this.#underWay.add(giving);
    return look;
  }

  async #give(lane: string, look: Look): Promise<void> {
    const { tenant, onError, capacity } = this.#options;
    try {
      // Runs that are settled in one write give their slots back one after the other.
      await Promise.resolve();
      // Most that begin to wait find no slot free: one is tried, and more only while each begins, or where others take them.
      let tried = 1;
      while (look.free > 0 || look.unsure > 0) {
        const { unsure } = look;
        const most = Math.min(
          Math.max(look.free, tried > capacity() ? unsure : Math.min(tried, unsure)),
          MOST_AT_ONCE,
        );
        look.free = Math.max(look.free - most, 0);
        look.unsure = 0;
        const runs = await this.#reads.submit({ tenant, lane, most });
        const outcomes = runs.length === 0 ? [] : await this.#begin(runs);
        look.free += outcomes.filter((outcome) => outcome === "refused").length;
        const mayBeMore = runs.length === most && most < unsure && !outcomes.includes("full");
        if (mayBeMore) look.unsure = Math.max(look.unsure, unsure);
        tried = mayBeMore ? most * 2 : 1;
      }
    } catch (error) {
      onError(error);
    } finally {
      this.#looks.delete(lane);
    }
  }

  /** Resolves to what became of those that begin here. */
  async #begin(runs: readonly JobInstance[]): Promise<readonly TurnOutcome[]> {
    const { store, dispatcher, clock, capacity, begin } = this.#options;
    const here = Math.min(runs.length, capacity());
    const [outcomes] = await Promise.all([
      here === 0 ? [] : begin(runs.slice(0, here)),
      dispatchAgain(runs.slice(here), { store, dispatcher, clock }),
    ]);
    return outcomes;
  }
}
