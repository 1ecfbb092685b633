import type { Clock, Timer } from "@mojob/core";

export interface PresenceOptions {
  readonly clock: Clock;
  readonly everyMs: number;
  /** Writes that the subscriber is there. */
  readonly announce: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Says again and again that a subscriber is there, until it leaves. A store that fails is reported; the next beat tries again. */
export class Presence {
  readonly #options: PresenceOptions;
  #timer: Timer | null = null;
  #announcing: Promise<void> = Promise.resolve();
  #hasLeft = false;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Announces for the first time; rejects when it cannot. */
  async begin(): Promise<void> {
    await this.#options.announce();
    this.#next();
  }

  /** Resolves when no announcement is under way any more. */
  async end(): Promise<void> {
    this.#hasLeft = true;
    this.#timer?.cancel();
    await this.#announcing;
  }

  #next(): void {
    if (this.#hasLeft) return;
    const { clock, everyMs, announce, onError } = this.#options;
    this.#timer = clock.setTimer(
      () => {
        this.#announcing = announce()
          .catch(onError)
          .finally(() => this.#next());
      },
      everyMs,
      { background: true },
    );
  }
}
