import type { EventLoopYield } from "./event-loop-yield.ts";
import type { WriteLanes } from "./write-lanes.ts";

export interface GroupCommitOptions {
  /** Most items in one write. @default 1000 */
  readonly maxBatch?: number;
  /** Writes under way at once, where as many items wait as one write takes. @default 1 */
  readonly atOnce?: number;
  /** Lets the event loop turn between writes. @default none */
  readonly loopYield?: EventLoopYield;
  /** Shared with others whose writes would only slow each other down: one of them writes at a time. @default none */
  readonly lanes?: WriteLanes;
  /** Whether its writes go before those of others. @default false */
  readonly isUrgent?: boolean;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  /** The items that were submitted in the same call; `null` for one alone. */
  readonly call: readonly Item[] | null;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines callers by group commit: items that arrive while one write is under way wait and are written together by the next.
 *
 * An idle system adds no delay, a busy one amortises by itself. `write` resolves to one entry per item, in order; when it
 * throws, every caller of that batch gets the error and the next batch goes on.
 */
export class GroupCommit<Item, Answer> {
  readonly #write: (batch: readonly Item[]) => Promise<readonly Answer[]>;
  readonly #maxBatch: number;
  readonly #loopYield: EventLoopYield | null;
  readonly #lanes: WriteLanes | null;
  readonly #isUrgent: boolean;
  readonly #atOnce: number;
  #waiting: Waiting<Item, Answer>[] = [];
  #writing = 0;

  constructor(
    write: (batch: readonly Item[]) => Promise<readonly Answer[]>,
    options: GroupCommitOptions = {},
  ) {
    this.#write = write;
    this.#maxBatch = options.maxBatch ?? 1000;
    this.#loopYield = options.loopYield ?? null;
    this.#lanes = options.lanes ?? null;
    this.#isUrgent = options.isUrgent ?? false;
    this.#atOnce = options.atOnce ?? 1;
  }

  /** Resolves to the write's result for this item. */
  submit(item: Item): Promise<Answer> {
    return this.#submit(item, null);
  }

  /**
   * Resolves to the results for all items, in order; they may share writes with other callers. Items that follow a write
   * which failed are not written.
   */
  submitAll(items: readonly Item[]): Promise<Answer[]> {
    return Promise.all(items.map((item) => this.#submit(item, items)));
  }

  #submit(item: Item, call: readonly Item[] | null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, call, resolve, reject });
      const isFull = this.#waiting.length >= this.#maxBatch;
      if (this.#writing === 0 || (isFull && this.#writing < this.#atOnce)) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#writing += 1;
    let turn = this.#takeTurn();
    for (let isMore = true; isMore;) {
      const endTurn = await turn;
      const due = this.#loopYield?.takeIfDue();
      if (due) await due;
      const batch = this.#takeBatch();
      try {
        // Another write at the same time may have taken all.
        const answers = batch.length === 0 ? [] : await this.#write(batch.map(({ item }) => item));
        // The contract is one result per item, so the index is always there.
        batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
      } catch (error) {
        for (const { reject } of [...batch, ...this.#takeRest(batch)]) reject(error);
      } finally {
        isMore = this.#waiting.length > 0;
        // Asked for before this one ends: who is urgent and has more to write does not lose its place.
        turn = isMore ? this.#takeTurn() : undefined;
        endTurn?.();
      }
    }
    this.#writing -= 1;
  }

  #takeBatch(): readonly Waiting<Item, Answer>[] {
    const batch = this.#waiting;
    this.#waiting = batch.length <= this.#maxBatch ? [] : batch.slice(this.#maxBatch);
    return this.#waiting.length === 0 ? batch : batch.slice(0, this.#maxBatch);
  }

  /** The waiting items of those calls that have items in the batch. */
  #takeRest(batch: readonly Waiting<Item, Answer>[]): readonly Waiting<Item, Answer>[] {
    const calls = new Set(batch.map(({ call }) => call));
    calls.delete(null);
    const rest = this.#waiting.filter(({ call }) => calls.has(call));
    if (rest.length > 0) this.#waiting = this.#waiting.filter(({ call }) => !calls.has(call));
    return rest;
  }

  #takeTurn(): Promise<() => void> | undefined {
    return this.#lanes?.take({ isUrgent: this.#isUrgent });
  }
}
