/** Bytes of the memory that an event loop and a thread share. */
const BYTES = 24;

/**
 * The state that an event loop leaves in shared memory for the thread that speaks for it: how often it has turned, its time then, for how
 * long it may be silent, and how often it has prolonged its leases. The loop writes, the thread reads.
 */
export class EventLoopBeacon {
  readonly memory: SharedArrayBuffer;
  /** Turns, then renewals of leases. */
  readonly #counts: Int32Array;
  /** The time of the latest turn, then the milliseconds it may be silent from then on. */
  readonly #times: Float64Array;
  #turnedAtMs = 0;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(BYTES)) {
    this.memory = memory;
    this.#counts = new Int32Array(memory, 0, 2);
    this.#times = new Float64Array(memory, 8, 2);
  }

  /** The loop turns now, and may be silent for so long. */
  turned(now: Date, quietMs: number): void {
    this.#turnedAtMs = performance.now();
    this.#times[0] = now.getTime();
    this.#times[1] = quietMs;
    Atomics.add(this.#counts, 0, 1);
  }

  /** The loop has prolonged leases. */
  renewed(): void {
    Atomics.add(this.#counts, 1, 1);
  }

  /** From now on it may be silent for so long, if not for longer. */
  allow(quietMs: number): void {
    const sinceTurnMs = performance.now() - this.#turnedAtMs;
    this.#times[1] = Math.max(this.#times[1] ?? 0, sinceTurnMs + quietMs);
  }

  /** How often it has turned. */
  get turns(): number {
    return Atomics.load(this.#counts, 0);
  }

  /** How often leases were prolonged. */
  get renewals(): number {
    return Atomics.load(this.#counts, 1);
  }

  /** When it turned last, by its own clock. */
  get turnedAtWallMs(): number {
    return this.#times[0] ?? 0;
  }

  get quietMs(): number {
    return this.#times[1] ?? 0;
  }
}
