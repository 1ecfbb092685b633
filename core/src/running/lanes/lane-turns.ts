import { EventLoopYield } from "../../base/batching/event-loop-yield.ts";
import { GroupCommit } from "../../base/batching/group-commit.ts";
import type { Clock } from "../../base/clock.ts";
import { dispatchAgain } from "../../dispatch/dispatch-again.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { IMoInstanceStore, LaneQuery } from "../../ports/instance-store.ts";

/** More turns of one lane than this are given in steps. */
const MOST_AT_ONCE = 125;

export interface LaneTurnsOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "firstWaiting" | "update">;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** How many more runs this worker takes now. */
  readonly capacity: () => number;
  /** Begins runs whose turn has come; resolves, once each has begun or cannot, to how many of their slots are left. */
  readonly begin: (runs: readonly JobInstance[]) => Promise<number>;
  /** Called with what went wrong: the reconciler gives the turns that were not given. */
  readonly onError: (error: unknown) => void;
}

/**
 * Gives free slots of lanes to the runs that wait for them: in the worker where a run has ended, without asking again and
 * again. What it has no place for goes to any worker of the app.
 */
export class LaneTurns {
  readonly #options: LaneTurnsOptions;
  readonly #reads: GroupCommit<LaneQuery, readonly JobInstance[]>;
  /** Slots that may be free, in the lanes that are being looked at. */
  readonly #free = new Map<string, number>();
  readonly #looks = new Set<Promise<void>>();

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
    this.#look(lane, (this.#free.get(lane) ?? 0) + 1);
  }

  /** A run waits in the lane: any of its slots may have been given back while that was written, or by a worker that died. */
  joined(lane: string, limit: number): void {
    this.#look(lane, Math.max(this.#free.get(lane) ?? 0, Math.min(limit, MOST_AT_ONCE)));
  }

  /** Resolves when no lane is looked at. */
  async untilIdle(): Promise<void> {
    while (this.#looks.size > 0) await Promise.all(this.#looks);
  }

  #look(lane: string, free: number): void {
    const isLookedAt = this.#free.has(lane);
    this.#free.set(lane, free);
    if (isLookedAt) return;
    const look = this.#give(lane).finally(() => this.#looks.delete(look));
    this.#looks.add(look);
  }

  async #give(lane: string): Promise<void> {
    const { tenant, onError } = this.#options;
    try {
      // Runs that are settled in one write give their slots back one after the other.
      await Promise.resolve();
      for (;;) {
        const most = Math.min(this.#free.get(lane) ?? 0, MOST_AT_ONCE);
        if (most === 0) return;
        this.#count(lane, -most);
        const runs = await this.#reads.submit({ tenant, lane, most });
        if (runs.length > 0) this.#count(lane, await this.#begin(runs));
      }
    } catch (error) {
      onError(error);
    } finally {
      this.#free.delete(lane);
    }
  }

  /** Resolves to how many slots are left. */
  async #begin(runs: readonly JobInstance[]): Promise<number> {
    const { store, dispatcher, clock, capacity, begin } = this.#options;
    const here = Math.min(runs.length, capacity());
    const [left] = await Promise.all([
      here === 0 ? 0 : begin(runs.slice(0, here)),
      dispatchAgain(runs.slice(here), { store, dispatcher, clock }),
    ]);
    return left;
  }

  #count(lane: string, change: number): void {
    this.#free.set(lane, (this.#free.get(lane) ?? 0) + change);
  }
}
