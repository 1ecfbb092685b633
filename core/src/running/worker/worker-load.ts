import { type Clock, sleep } from "../../base/clock.ts";
import type { TenantSlots } from "../../waiting/bounds/tenant-slots.ts";

export interface WorkerLoadOptions {
  /** How many runs it may have at once now; `null` is unlimited. */
  readonly limit: () => number | null;
  /** How many more runs it has room for at the moment, besides the limit. @default no bound */
  readonly room?: () => number;
  /** The places that all executors of the tenant share. @default no bound */
  readonly places?: Pick<TenantSlots, "free" | "enter" | "isClosed">;
  readonly clock: Clock;
  /** Called when the capacity may have changed. */
  readonly onCapacity?: () => void;
}

/** Counts what a worker has taken and runs, which decides how much more it takes and when it is idle. */
export class WorkerLoad {
  /** Call it once nothing runs any more: its runs then count no more among those of the tenant. */
  readonly leavePlaces: () => void;
  readonly #options: WorkerLoadOptions;
  /** Requests that neither run yet nor were left. */
  #taken = 0;
  /** Runs under way, from their admission until no attempt follows on this worker. */
  #active = 0;
  /** Attempts that were settled while their code goes on. */
  #abandoned = 0;
  #wasFull = false;
  #isLeaving = false;
  #isDrained = false;
  #onIdle: (() => void) | null = null;

  constructor(options: WorkerLoadOptions) {
    this.#options = options;
    this.leavePlaces =
      options.places?.enter({ used: () => this.running + this.#taken, changed: () => this.changed() }) ??
      (() => {});
  }

  /** How many more requests the worker takes now. */
  get capacity(): number {
    const own = this.#free;
    return own === 0 ? 0 : Math.min(own, this.#options.places?.free() ?? Infinity);
  }

  /** How many more it would take, whatever else its tenant executes; none while that is disabled. */
  get ownCapacity(): number {
    return this.#options.places?.isClosed === true ? 0 : this.#free;
  }

  /** Whether all places were taken at a time since it was asked last. */
  takeWasFull(): boolean {
    const wasFull = this.#wasFull || this.#places <= this.#taken;
    this.#wasFull = false;
    return wasFull;
  }

  /** Runs under way, those included whose code goes on after they were settled. */
  get running(): number {
    return this.#active + this.#abandoned;
  }

  /** Runs whose code goes on after they were settled. */
  get abandoned(): number {
    return this.#abandoned;
  }

  /** Whether it takes no more requests: it leaves, or somebody asked it to drain. */
  get isDraining(): boolean {
    return this.#isLeaving || this.#isDrained;
  }

  /** Takes no more requests from now on. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** Takes no more requests until it is called with `false`. */
  drain(isDrained: boolean): void {
    if (isDrained === this.#isDrained) return;
    this.#isDrained = isDrained;
    this.#options.onCapacity?.();
  }

  /** Counts requests as taken, or with a negative number as no longer waiting. */
  take(count: number): void {
    this.#taken += count;
    if (count > 0 && this.#places <= this.#taken) this.#wasFull = true;
  }

  begin(): void {
    this.#active += 1;
  }

  end(): void {
    this.#active -= 1;
    this.changed();
  }

  /** Counts code that goes on after its attempt was settled; call the returned function when the code has ended. */
  abandon(): () => void {
    this.#abandoned += 1;
    return () => {
      this.#abandoned -= 1;
      this.changed();
    };
  }

  /** Reports that there may be room for more. */
  changed(): void {
    if (!this.isDraining) this.#options.onCapacity?.();
    if (this.#isIdle) this.#onIdle?.();
  }

  /** Resolves when nothing is taken or under way, and at the latest after the time. */
  async untilIdle(timeoutMs: number): Promise<void> {
    if (this.#isIdle) return;
    const waited = new AbortController();
    this.#onIdle = () => waited.abort();
    await sleep(this.#options.clock, timeoutMs, waited.signal);
    this.#onIdle = null;
  }

  /** How many more it would take if it were alone. */
  get #free(): number {
    if (this.isDraining) return 0;
    const { room } = this.#options;
    const places = room === undefined ? this.#places : Math.min(this.#places, room());
    return Math.max(0, places - this.#taken);
  }

  get #places(): number {
    const limit = this.#options.limit();
    return limit === null ? Infinity : limit - this.running;
  }

  get #isIdle(): boolean {
    return this.#active === 0 && this.#taken === 0;
  }
}
