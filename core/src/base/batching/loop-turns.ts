import type { Clock } from "../clock.ts";
import { beginQueue, isDue, type Stretch, type TurnQueue } from "./turn-queue.ts";

/**
 * Hands out the turns of the event loop to long work: one stretch after the other, so that much work of many callers keeps timers and
 * sockets no longer waiting than one stretch does. Tenants take turns, and the work of one goes on in the order in which it asked: however
 * much of it there is, another tenant's waits for one stretch of each. A process has one queue for each clock.
 */
export class LoopTurns {
  static readonly #ofClocks = new WeakMap<Clock, TurnQueue>();
  readonly #queue: TurnQueue;
  readonly #tenant: string;

  private constructor(queue: TurnQueue, tenant: string) {
    this.#queue = queue;
    this.#tenant = tenant;
  }

  /** @param tenant whose work it is; what is of none counts as one tenant's. @default of none */
  static of(clock: Clock, tenant = ""): LoopTurns {
    let queue = this.#ofClocks.get(clock);
    if (queue === undefined) this.#ofClocks.set(clock, (queue = beginQueue(clock)));
    return new LoopTurns(queue, tenant);
  }

  /**
   * `null` where the caller may go on at once; else resolves when its turn has come, which is its alone: for work of which only its caller
   * knows when it is done. Short work that many have waits no longer than it takes in `inTurn()`.
   */
  take(): Promise<void> | null {
    if (this.#mayGoOn()) return null;
    return new Promise<void>((resolve) => {
      this.#wait(() => {
        resolve();
        return "goesOn";
      });
    });
  }

  /** Does one stretch of work: at once where this turn has time, else in the next that has, with others that are as short. @throws as the work */
  inTurn<Result>(work: () => Result): Result | Promise<Result> {
    if (this.#mayGoOn()) return work();
    return new Promise<Result>((resolve, reject) => {
      this.#wait(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
        return "done";
      });
    });
  }

  /** Runs long work that yields where it may be interrupted. @throws the signal's reason, and as the work */
  async run<Result>(work: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
    const goOn = (): IteratorResult<void, Result> => {
      signal?.throwIfAborted();
      return work.next();
    };
    for (;;) {
      const turn = this.inTurn(goOn);
      // Each stretch begins where the one before has ended.
      // oxlint-disable-next-line no-await-in-loop
      const step = turn instanceof Promise ? await turn : turn;
      if (step.done === true) return step.value;
    }
  }

  #mayGoOn(): boolean {
    return this.#queue.waiting.size === 0 && !isDue(this.#queue);
  }

  #wait(stretch: Stretch): void {
    const { waiting } = this.#queue;
    const own = waiting.get(this.#tenant);
    if (own === undefined) waiting.set(this.#tenant, [stretch]);
    else own.push(stretch);
  }
}

/** Runs work that could be interrupted in one stretch. */
export function runAtOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
