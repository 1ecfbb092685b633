import { type Clock, sleep } from "@mojob/core/ports";

/** A call that waits for something to send back: at most one of its kind is open for each executor. */
export class WaitingCall {
  readonly #clock: Clock;
  #stop: AbortController | null = null;
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isOpen(): boolean {
    return this.#stop !== null;
  }

  /**
   * Resolves when it is ended, when its caller leaves, and after the time, to whether another call took its place. It is open from
   * the call on.
   */
  async wait(waitMs: number, caller: AbortSignal): Promise<boolean> {
    this.end();
    const number = (this.#count += 1);
    const stop = new AbortController();
    const leave = (): void => stop.abort();
    caller.addEventListener("abort", leave, { once: true });
    if (caller.aborted) stop.abort();
    this.#stop = stop;
    await sleep(this.#clock, waitMs, stop.signal);
    caller.removeEventListener("abort", leave);
    if (this.#stop === stop) this.#stop = null;
    return this.#count !== number;
  }

  end(): void {
    const stop = this.#stop;
    this.#stop = null;
    stop?.abort();
  }
}
