import { MoJobErrorCode } from "../../base/error.ts";
import type { BlockedLoop } from "../../model/executor-record.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { StoreWatch } from "../../ports/store-watch.ts";
import type { RunningAttempt } from "./running-attempt.ts";

/** A cancel that arrives while its run is being admitted is kept until this many others have arrived. */
const MOST_EARLY = 1000;

export interface RunningAttemptsOptions {
  readonly tenant: string;
  readonly app: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "watch">;
  /** Called with a worker that was asked to take no new runs, or to take them again. @default nothing is called */
  readonly onDrainAsked?: (worker: string) => void;
}

/** The parts of an attempt under way that are reached from outside. */
export type ReachedAttempt = Pick<
  RunningAttempt,
  "instanceId" | "token" | "abort" | "fail" | "longestLeftMs" | "noteBlocked"
>;

/** The attempts under way on a worker, and what ends them. The store's watch reports each cancel, also after an outage. */
export class RunningAttempts {
  readonly #options: RunningAttemptsOptions;
  /** Attempts that are not yet settled. */
  readonly #running = new Set<ReachedAttempt>();
  /** Cancels of runs that are not known here: those of other workers, and those that begin here in a moment. */
  readonly #early = new Set<string>();
  #watch: StoreWatch | null = null;

  constructor(options: RunningAttemptsOptions) {
    this.#options = options;
  }

  /** Begins to listen for cancels. */
  async start(): Promise<void> {
    const { store, tenant, app, onDrainAsked } = this.#options;
    this.#watch = await store.watch({ tenant, app, topics: ["cancel", "drain"] }, (changes) => {
      for (const change of changes)
        if (change.topic === "cancel") this.cancel(change.id);
        else if (change.topic === "drain") onDrainAsked?.(change.id);
    });
  }

  add(attempt: ReachedAttempt): void {
    this.#running.add(attempt);
  }

  /** Ends an attempt that has begun, where the cancel of its run came before it. */
  endIfCancelled(attempt: ReachedAttempt): void {
    if (this.#early.delete(attempt.instanceId)) abortCancelled(attempt);
  }

  delete(attempt: ReachedAttempt): void {
    this.#running.delete(attempt);
  }

  /** The longest that the attempts under way may still take. */
  get longestLeftMs(): number {
    let longest = 0;
    for (const { longestLeftMs } of this.#running) longest = Math.max(longest, longestLeftMs);
    return longest;
  }

  /** Notes on the runs under way what kept the event loop from turning. */
  noteBlocked(blocked: BlockedLoop): void {
    for (const attempt of this.#running) attempt.noteBlocked(blocked);
  }

  abortForShutdown(): void {
    for (const attempt of this.#running)
      attempt.abort(MoJobErrorCode.WorkerShutdown, "The worker was shut down before the attempt had ended");
  }

  /** Fails the attempt that an escaped error belongs to; returns whether it runs here. */
  failEscaped(token: string, error: unknown): boolean {
    for (const attempt of this.#running) {
      if (attempt.token !== token) continue;
      attempt.fail(error);
      return true;
    }
    return false;
  }

  /** Listens no more. */
  async close(): Promise<void> {
    await this.#watch?.close();
  }

  /** Ends the attempt of a run whose cancel was asked for: now, or as soon as it begins here. */
  cancel(instanceId: string): void {
    let runsHere = false;
    for (const attempt of this.#running) {
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

function abortCancelled(attempt: ReachedAttempt): void {
  attempt.abort(MoJobErrorCode.Cancelled, "The run was cancelled");
}
