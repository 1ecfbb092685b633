import { type Clock, systemClock } from "@mojob/core/ports";

/** Makes sure that what was committed before is on the disk. */
export interface Syncing {
  /** Stops the event loop for as long as the disk takes. */
  syncInPlace(): void;
  /** Lets the event loop turn meanwhile. */
  syncAside(): Promise<void>;
}

/** A sync this short costs less than handing it to another thread. */
const SHORT_MS = 0.5;
/** A sync this long takes more than writing a full commit: callers that wait for two of them lose more than the first gains. */
const LONG_MS = 2;
/** So many short ones in a row show that the disk has time. */
const ROW = 16;

/**
 * Syncs a log behind its writer, one sync at a time: what was committed before a sync began is on the disk when it has ended.
 * Where one fails, that is unknown of everything since the last that did not.
 *
 * Syncs run aside, but in place as long as the disk is quick: one slow sync stops the event loop at most, the next run aside.
 */
export class LogSync {
  readonly #syncing: Syncing;
  readonly #onFailure: () => void;
  readonly #clock: Clock;
  #shortInRow = 0;
  #latestMs = 0;
  #underWay: PromiseWithResolvers<void> | null = null;
  #next: PromiseWithResolvers<void> | null = null;

  /** @param onFailure is called before those who wait are rejected */
  constructor(syncing: Syncing, onFailure: () => void, clock: Clock = systemClock) {
    this.#syncing = syncing;
    this.#onFailure = onFailure;
    this.#clock = clock;
  }

  /** Resolves once everything committed is on the disk; `null` where it is. */
  get synced(): Promise<void> | null {
    return (this.#next ?? this.#underWay)?.promise ?? null;
  }

  /** Whether the next commit is likely to be synced while another is written, and neither waits long for the other. */
  get overlaps(): boolean {
    return this.#shortInRow < ROW && this.#latestMs < LONG_MS;
  }

  /** A transaction was committed. @throws what the sync throws, where it runs in place */
  committed(): void {
    if (this.#underWay === null && this.#shortInRow >= ROW) return this.#syncInPlace();
    this.#next ??= Promise.withResolvers();
    if (this.#underWay === null) void this.#syncAside();
  }

  #syncInPlace(): void {
    const beganAtMs = this.#clock.monotonicMs();
    try {
      this.#syncing.syncInPlace();
    } catch (error) {
      this.#onFailure();
      throw error;
    }
    this.#count(beganAtMs);
  }

  async #syncAside(): Promise<void> {
    while (this.#next !== null) {
      const round = (this.#underWay = this.#next);
      this.#next = null;
      const beganAtMs = this.#clock.monotonicMs();
      try {
        await this.#syncing.syncAside();
        this.#count(beganAtMs);
        round.resolve();
      } catch (error) {
        this.#onFailure();
        round.reject(error);
        this.#rejectNext(error);
      }
    }
    this.#underWay = null;
  }

  #rejectNext(error: unknown): void {
    this.#next?.reject(error);
    this.#next = null;
  }

  #count(beganAtMs: number): void {
    this.#latestMs = this.#clock.monotonicMs() - beganAtMs;
    this.#shortInRow = this.#latestMs < SHORT_MS ? this.#shortInRow + 1 : 0;
  }
}
