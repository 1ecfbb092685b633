import { type Clock, sleep } from "@mojob/core/ports";

/** How long a call that can wait lets others go first. */
const PATIENCE_MS = 1000;

/**
 * Which executors are being sent runs. Java executors serve their calls one after the other, and runs of many jobs begin at
 * the same second: what can wait lets them go first.
 */
export class NodeCalls {
  readonly #clock: Clock;
  readonly #sending = new Map<string, { count: number; readonly ended: PromiseWithResolvers<void> }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a run that is about to be sent; the returned function is called when the executor has responded. */
  begin(address: string): () => void {
    const sending = this.#sending.get(address) ?? { count: 0, ended: Promise.withResolvers<void>() };
    this.#sending.set(address, sending);
    sending.count += 1;
    return () => {
      sending.count -= 1;
      if (sending.count > 0) return;
      this.#sending.delete(address);
      sending.ended.resolve();
    };
  }

  /** Resolves when no run is being sent to the executor, or after a second. */
  async quiet(address: string): Promise<void> {
    const sending = this.#sending.get(address);
    if (sending === undefined) return;
    const over = new AbortController();
    await Promise.race([sending.ended.promise, sleep(this.#clock, PATIENCE_MS, over.signal)]);
    over.abort();
  }
}
