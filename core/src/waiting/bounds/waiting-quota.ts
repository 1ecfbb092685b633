import type { Clock } from "../../base/clock.ts";
import { sizeOf } from "../../base/json-size.ts";
import type { Lack, RunBound } from "../../dispatch/run-bounds.ts";
import type { NewRun } from "../../model/instance/new-run.ts";
import { WAITING_STATES } from "../../model/instance/job-state.ts";
import type { ResolvedQuotas } from "../../model/option/quota-options.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";

/** Runs are counted again before any is refused, unless the count is as fresh as this. */
const FULL_FOR_MS = 250;
/** Other processes create runs too: what was counted is counted again after this, beside the runs that are created. */
const COUNTED_FOR_MS = 10_000;
/** Runs whose arguments are looked at to learn how large those are that wait. */
const SAMPLE = 20;

export interface WaitingQuotaOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances" | "statistics">;
  readonly quotas: ResolvedQuotas;
  readonly clock: Clock;
  /** Called with what went wrong while it counted beside the runs that are created. */
  readonly onError: (error: unknown) => void;
}

/** An upper bound of the waiting runs of one app: those that were counted, and those that this process has created since. */
interface Waiting {
  runs: number;
  bytes: number;
  /** Of these, runs that are not recorded yet. */
  runsInFlight: number;
  bytesInFlight: number;
  /** All runs that this process has recorded. */
  runsRecorded: number;
  bytesRecorded: number;
  /** Bytes of the arguments of a run that this process creates, on average. */
  usualBytes: number;
  /** The latest count, with its time on the clock that never jumps. */
  counted: { readonly runs: number; readonly bytes: number; readonly atMs: number } | null;
  counting: Promise<void> | null;
}

/**
 * Bounds what waits of each app. A run that fits costs no read: the store is counted only once as many runs were created as
 * there was room for, or every ten seconds beside them. Several processes may exceed a quota by what they create meanwhile;
 * bytes are about what this process creates, and a sample of what waited before.
 */
export class WaitingQuota implements RunBound {
  readonly #options: WaitingQuotaOptions;
  readonly #apps = new Map<string, Waiting>();

  constructor(options: WaitingQuotaOptions) {
    this.#options = options;
  }

  /** Takes room for a run. */
  take({ definition: { app } }: NewRun, bytes: number): Lack | null | Promise<Lack | null> {
    const waiting = this.#of(app);
    if (waiting.counted !== null && this.#usedUp(waiting, bytes) === null) {
      this.#add(waiting, bytes);
      const ageMs = this.#options.clock.monotonicMs() - waiting.counted.atMs;
      // A count that is under way is reported once, if it fails.
      if (ageMs > COUNTED_FOR_MS && waiting.counting === null)
        this.#count(app, waiting).catch(this.#options.onError);
      return null;
    }
    return this.#takeCounted(app, waiting, bytes);
  }

  placed({ definition: { app } }: NewRun, bytes: number): void {
    const waiting = this.#of(app);
    waiting.runsInFlight -= 1;
    waiting.bytesInFlight -= bytes;
    waiting.runsRecorded += 1;
    waiting.bytesRecorded += bytes;
  }

  async #takeCounted(app: string, waiting: Waiting, bytes: number): Promise<Lack | null> {
    const { counted } = waiting;
    const isFresh = counted !== null && this.#options.clock.monotonicMs() - counted.atMs < FULL_FOR_MS;
    if (!isFresh || this.#usedUp(counted, bytes) === null) await this.#count(app, waiting);
    const usedUp = this.#usedUp(waiting, bytes);
    if (usedUp === null) this.#add(waiting, bytes);
    return usedUp;
  }

  #usedUp(waiting: { readonly runs: number; readonly bytes: number }, bytes: number): Lack | null {
    const { maxWaitingRuns, maxWaitingBytes } = this.#options.quotas;
    if (waiting.runs + 1 > maxWaitingRuns)
      return { usedUp: { quota: "maxWaitingRuns", limit: maxWaitingRuns } };
    if (bytes > 0 && waiting.bytes + bytes > maxWaitingBytes)
      return { usedUp: { quota: "maxWaitingBytes", limit: maxWaitingBytes } };
    return null;
  }

  #add(waiting: Waiting, bytes: number): void {
    waiting.runsInFlight += 1;
    waiting.bytesInFlight += bytes;
    waiting.runs += 1;
    waiting.bytes += bytes;
    waiting.usualBytes += (bytes - waiting.usualBytes) / SAMPLE;
  }

  #count(app: string, waiting: Waiting): Promise<void> {
    return (waiting.counting ??= this.#countNow(app, waiting).finally(() => (waiting.counting = null)));
  }

  async #countNow(app: string, waiting: Waiting): Promise<void> {
    const { tenant, store, clock, quotas } = this.#options;
    const atMs = clock.monotonicMs();
    const { runsRecorded, bytesRecorded } = waiting;
    const runs = await store.statistics.countWaiting(tenant, app);
    const bytes =
      runs === 0 || quotas.maxWaitingBytes === Infinity ? 0 : runs * (await this.#usualBytes(app, waiting));
    waiting.counted = { runs, bytes, atMs };
    // Runs that were recorded during the count may or may not be part of it.
    waiting.runs = runs + waiting.runsInFlight + waiting.runsRecorded - runsRecorded;
    waiting.bytes = bytes + waiting.bytesInFlight + waiting.bytesRecorded - bytesRecorded;
  }

  /** The larger of what the oldest that wait have and what this process creates. */
  async #usualBytes(app: string, waiting: Waiting): Promise<number> {
    const { tenant, store, clock } = this.#options;
    const sampled = await sampledBytes(store.instances, { tenant, app }, clock.now());
    return Math.max(sampled, waiting.usualBytes);
  }

  #of(app: string): Waiting {
    let waiting = this.#apps.get(app);
    if (waiting === undefined) {
      waiting = {
        runs: 0,
        bytes: 0,
        runsInFlight: 0,
        bytesInFlight: 0,
        runsRecorded: 0,
        bytesRecorded: 0,
        usualBytes: 0,
        counted: null,
        counting: null,
      };
      this.#apps.set(app, waiting);
    }
    return waiting;
  }
}

/** How many bytes of arguments the oldest runs of an app have that wait, on average. */
export async function sampledBytes(
  store: Pick<IMoInstanceStore, "findOpen">,
  of: { readonly tenant: string; readonly app: string },
  now: Date,
): Promise<number> {
  const { items } = await store.findOpen(
    { ...of, states: WAITING_STATES, unmovedSince: now },
    { limit: SAMPLE },
  );
  const sizes = items.map(({ args }) => sizeOf(args));
  return sizes.reduce((sum, size) => sum + size, 0) / Math.max(sizes.length, 1);
}
