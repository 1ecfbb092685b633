import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { StoreWatch } from "../ports/store-watch.ts";

/** A cancel that arrives while its run is being admitted is kept until this many others have arrived. */
const MOST_EARLY = 1000;

export interface CancelListenerOptions {
  readonly tenant: string;
  readonly app: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "watch">;
  /** Ends the run if it runs on this worker; returns whether it does. */
  readonly cancel: (instanceId: string) => boolean;
}

/** Passes cancel requests on to the runs of a worker. The store's watch reports each request, also after an outage. */
export class CancelListener {
  readonly #options: CancelListenerOptions;
  /** Requests for runs that are not known here: those of other workers, and those that begin here in a moment. */
  readonly #early = new Set<string>();
  #watch: StoreWatch | null = null;

  constructor(options: CancelListenerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { store, tenant, app } = this.#options;
    this.#watch = await store.watch({ tenant, app, topics: ["cancel"] }, (changes) => {
      for (const change of changes) if (change.topic === "cancel") this.#receive(change.id);
    });
  }

  /** Whether a cancel of this run was requested before the run was known here. */
  wasCancelled(instanceId: string): boolean {
    return this.#early.delete(instanceId);
  }

  async close(): Promise<void> {
    await this.#watch?.close();
  }

  #receive(instanceId: string): void {
    if (this.#options.cancel(instanceId)) return;
    this.#early.add(instanceId);
    if (this.#early.size <= MOST_EARLY) return;
    const [oldest] = this.#early;
    if (oldest !== undefined) this.#early.delete(oldest);
  }
}
