/** How often the urgent may go first while somebody else waits. */
const MOST_AHEAD = 8;

/** Lets one after another have their turn: the urgent first, in the order they asked, and nobody waits for ever. */
export class Turns {
  readonly #urgent: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  #isTaken = false;
  #ahead = 0;

  /** Resolves when it is the caller's turn, to what ends it. */
  async take({ isUrgent = false }: { readonly isUrgent?: boolean } = {}): Promise<() => void> {
    if (this.#isTaken) {
      await new Promise<void>((resolve) => {
        (isUrgent ? this.#urgent : this.#others).push(resolve);
      });
    }
    this.#isTaken = true;
    return () => this.#next();
  }

  #next(): void {
    const mayGoAhead = this.#others.length === 0 || this.#ahead < MOST_AHEAD;
    const isUrgent = this.#urgent.length > 0 && mayGoAhead;
    const next = (isUrgent ? this.#urgent : this.#others).shift();
    this.#ahead = isUrgent && this.#others.length > 0 ? this.#ahead + 1 : 0;
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}
