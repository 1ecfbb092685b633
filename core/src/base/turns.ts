/** Lets one after another have their turn, in the order they asked. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn, to what ends it. */
  async take(): Promise<() => void> {
    const ended = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = ended.promise;
    await before;
    return ended.resolve;
  }
}
