/** Wakes everybody who waits for it; who comes later waits for the next ring. */
export class Bell {
  #next = Promise.withResolvers<void>();

  ring(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers<void>();
  }

  rung(): Promise<void> {
    return this.#next.promise;
  }
}
