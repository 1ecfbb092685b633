import type { Clock } from "../../base/clock.ts";
import { repeat, type Repetition } from "../../base/repeat.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { IMoExecutorStore } from "../../ports/executor-store.ts";

export interface WorkerPresenceOptions {
  readonly store: IMoExecutorStore;
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** The worker as it is now. */
  readonly describe: () => ExecutorRecord;
  readonly onError: (error: unknown) => void;
}

/** Writes the heartbeat of a worker until it leaves. */
export class WorkerPresence {
  readonly #options: WorkerPresenceOptions;
  #heartbeat: Repetition | null = null;
  #saving: Promise<void> = Promise.resolve();
  #hasLeft = false;

  constructor(options: WorkerPresenceOptions) {
    this.#options = options;
  }

  /** Writes the worker as it is now and keeps doing so. A store that fails is reported; the next beat tries again. */
  async announce(): Promise<void> {
    const { clock, heartbeatMs, onError } = this.#options;
    await this.#save();
    if (this.#hasLeft) return;
    this.#heartbeat ??= repeat(() => this.#save(), {
      clock,
      everyMs: heartbeatMs,
      slackMs: Infinity,
      onError,
    });
  }

  async leave(): Promise<void> {
    const { store, describe, onError } = this.#options;
    this.#hasLeft = true;
    await this.#heartbeat?.close();
    await this.#saving;
    const { tenant, id } = describe();
    await store.remove(tenant, id).catch(onError);
  }

  /** One after the other: an older heartbeat must not overwrite a newer one. */
  #save(): Promise<void> {
    const { store, describe, onError } = this.#options;
    this.#saving = this.#saving
      .then(() => (this.#hasLeft ? undefined : store.save(describe())))
      .catch(onError);
    return this.#saving;
  }
}
