import type { Clock, Timer } from "../base/clock.ts";
import type { ExecutorRecord, IMoExecutorStore } from "../ports/metadata-store.ts";

export interface WorkerPresenceOptions {
  readonly store: IMoExecutorStore;
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** The worker as it is now. */
  readonly describe: () => ExecutorRecord;
  readonly onError: (error: unknown) => void;
}

/** Says again and again that a worker is there, until it leaves. */
export class WorkerPresence {
  readonly #options: WorkerPresenceOptions;
  #timer: Timer | null = null;
  #saving: Promise<void> = Promise.resolve();
  #hasLeft = false;

  constructor(options: WorkerPresenceOptions) {
    this.#options = options;
  }

  /** Writes the worker as it is now and keeps doing so. A store that fails is reported; the next beat tries again. */
  async announce(): Promise<void> {
    const { store, clock, heartbeatMs, describe, onError } = this.#options;
    // One after the other: an older word must not overwrite a newer one.
    this.#saving = this.#saving
      .then(() => (this.#hasLeft ? undefined : store.save(describe())))
      .catch(onError);
    await this.#saving;
    this.#timer?.cancel();
    if (this.#hasLeft) return;
    this.#timer = clock.setTimer(() => void this.announce(), heartbeatMs, { background: true });
  }

  async leave(): Promise<void> {
    const { store, describe, onError } = this.#options;
    this.#hasLeft = true;
    this.#timer?.cancel();
    await this.#saving;
    const { tenant, id } = describe();
    await store.remove(tenant, id).catch(onError);
  }
}
