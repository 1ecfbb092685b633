import type { Clock, Timer } from "../base/clock.ts";
import type { IMoJobScheduleMetadataStore, StoreWatch } from "../ports/metadata-store.ts";

export interface CancelWatchOptions {
  readonly tenant: string;
  readonly app: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly clock: Clock;
  readonly pollMs: number;
  /** The runs under way. */
  readonly running: () => readonly string[];
  readonly onCancel: (instanceIds: readonly string[]) => void;
  readonly onError: (error: unknown) => void;
}

/** Learns which of a worker's runs are asked to cancel: told by the store at once where it can, asked each second anyway. */
export class CancelWatch {
  readonly #options: CancelWatchOptions;
  #watch: StoreWatch | null = null;
  #timer: Timer | null = null;
  #isClosed = false;

  constructor(options: CancelWatchOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { store, tenant, app, onCancel } = this.#options;
    this.#watch = await store.watch({ tenant, app, topics: ["cancel"] }, (changes) => {
      onCancel(changes.flatMap((change) => (change.topic === "cancel" ? [change.id] : [])));
    });
    this.#arm();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    await this.#watch?.close();
  }

  #arm(): void {
    if (this.#isClosed) return;
    const { clock, pollMs } = this.#options;
    this.#timer = clock.setTimer(() => void this.#poll(), pollMs, { background: true });
  }

  async #poll(): Promise<void> {
    const { store, tenant, running, onCancel, onError } = this.#options;
    const ids = running();
    try {
      if (ids.length > 0) onCancel(await store.instances.findCancelRequested(tenant, ids));
    } catch (error) {
      onError(error);
    }
    this.#arm();
  }
}
