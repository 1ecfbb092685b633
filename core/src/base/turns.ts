/** How often the urgent may go first while somebody else waits. */
const MOST_AHEAD = 8;
/** While the answer of one of the urgent is on its way and read, the next is at work. */
const URGENT_AT_ONCE = 2;

/** Lets one after another have their turn, two at once of the urgent, who go first; nobody waits for ever. */
export class Turns {
  readonly #urgent: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  #urgentUnderWay = 0;
  #isOtherUnderWay = false;
  #ahead = 0;

  /** Resolves when it is the caller's turn, to what ends it. */
  async take({ isUrgent = false }: { readonly isUrgent?: boolean } = {}): Promise<() => void> {
    await new Promise<void>((resolve) => {
      (isUrgent ? this.#urgent : this.#others).push(resolve);
      this.#next();
    });
    return () => {
      if (isUrgent) this.#urgentUnderWay -= 1;
      else this.#isOtherUnderWay = false;
      this.#next();
    };
  }

  #next(): void {
    if (this.#isOtherUnderWay) return;
    const isAwaited = this.#others.length > 0;
    if (this.#urgent.length > 0 && (!isAwaited || this.#ahead < MOST_AHEAD)) {
      if (this.#urgentUnderWay === URGENT_AT_ONCE) return;
      this.#urgentUnderWay += 1;
      this.#ahead = isAwaited ? this.#ahead + 1 : 0;
      this.#urgent.shift()?.();
      this.#next();
    } else if (isAwaited && this.#urgentUnderWay === 0) {
      this.#isOtherUnderWay = true;
      this.#ahead = 0;
      this.#others.shift()?.();
    }
  }
}
