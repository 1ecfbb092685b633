/** Wakes all current waiters; a later waiter waits for the next notification. */
export class Wakeup {
  #next = Promise.withResolvers<void>();

  notify(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers<void>();
  }

  /** Resolves at the next notification, or as soon as the signal aborts. */
  async next(signal?: AbortSignal): Promise<void> {
    const notified = this.#next.promise;
    if (signal === undefined) return notified;
    if (signal.aborted) return;
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    const onAbort = (): void => resolve();
    signal.addEventListener("abort", onAbort, { once: true });
    await Promise.race([notified, aborted]);
    signal.removeEventListener("abort", onAbort);
  }
}
