/** How often urgent writes may go first while another waits. */
const MOST_AHEAD = 8;
/** The next urgent write runs while the result of the one before is on its way and read. */
const URGENT_AT_ONCE = 2;

/** Orders writes one after another; urgent ones go first and two at once, and no caller waits for ever. */
export class WriteLanes {
  readonly #urgent: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  #urgentUnderWay = 0;
  #isOtherUnderWay = false;
  #ahead = 0;

  /** Resolves when the caller may write; call the returned function when done. */
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
