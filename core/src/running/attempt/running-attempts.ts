import { MoJobErrorCode } from "../../base/error.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { StoreWatch } from "../../ports/store-watch.ts";
import type { RunningAttempt } from "./running-attempt.ts";

/** A cancel that arrives while its run is being admitted is kept until this many others have arrived. */
const MOST_EARLY = 1000;

export interface RunningAttemptsOptions {
  readonly tenant: string;
  readonly app: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "watch">;
}

/** What of an attempt under way ends it from outside. */
export type EndableAttempt = Pick<RunningAttempt, "instanceId" | "abort" | "fail">;

/** The attempts under way on a worker, and what ends them. The store's watch reports each cancel, also after an outage. */
export class RunningAttempts {
  readonly #options: RunningAttemptsOptions;
  /** Attempts that are not yet settled, by claim and id. */
  readonly #running = new Map<string, EndableAttempt>();
  /** Cancels of runs that are not known here: those of other workers, and those that begin here in a moment. */
  readonly #early = new Set<string>();
  #watch: StoreWatch | null = null;

  constructor(options: RunningAttemptsOptions) {
    this.#options = options;
  }

  /** Begins to listen for cancels. */
  async start(): Promise<void> {
    const { store, tenant, app } = this.#options;
    this.#watch = await store.watch({ tenant, app, topics: ["cancel"] }, (changes) => {
      for (const change of changes) if (change.topic === "cancel") this.#cancel(change.id);
    });
  }

  /** Adds an attempt that has begun, and ends it where its cancel came before it. */
  add(token: string, attempt: EndableAttempt): void {
    this.#running.set(token, attempt);
    if (this.#early.delete(attempt.instanceId)) abortCancelled(attempt);
  }

  delete(token: string): void {
    this.#running.delete(token);
  }

  abortForShutdown(): void {
    for (const attempt of this.#running.values())
      attempt.abort(MoJobErrorCode.WorkerShutdown, "The worker was shut down before the attempt had ended");
  }

  /** Fails the attempt that an escaped error belongs to; returns whether it runs here. */
  failEscaped(token: string, error: unknown): boolean {
    const attempt = this.#running.get(token);
    attempt?.fail(error);
    return attempt !== undefined;
  }

  /** Listens no more. */
  async close(): Promise<void> {
    await this.#watch?.close();
  }

  #cancel(instanceId: string): void {
    let runsHere = false;
    for (const attempt of this.#running.values()) {
      if (attempt.instanceId !== instanceId) continue;
      abortCancelled(attempt);
      runsHere = true;
    }
    if (!runsHere) this.#keep(instanceId);
  }

  #keep(instanceId: string): void {
    this.#early.add(instanceId);
    if (this.#early.size <= MOST_EARLY) return;
    const [oldest] = this.#early;
    if (oldest !== undefined) this.#early.delete(oldest);
  }
}

function abortCancelled(attempt: EndableAttempt): void {
  attempt.abort(MoJobErrorCode.Cancelled, "The run was cancelled");
}
