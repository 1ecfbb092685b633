import {
  type Clock,
  type IMoStateStore,
  type JsonValue,
  type StateEntry,
  type StateLease,
  type StateWriteOptions,
  systemClock,
} from "@mojob/core/ports";
import { StoreLifetime } from "./stores/store-lifetime.ts";

export interface StateStoreInMemoryOptions {
  /** Decides when entries and leases expire. @default the system's */
  readonly clock?: Clock;
}

interface Kept {
  readonly entry: StateEntry;
  /** On the clock that never jumps. */
  readonly expiresMs: number;
}

interface KeptLease {
  /** `null` once it was given back. */
  readonly holder: string | null;
  readonly term: number;
  readonly expiresMs: number;
}

/** Writes between two clean-ups are at least this many, and at least as many as there are entries. */
const FEWEST_WRITES_BETWEEN_PURGES = 1000;

/** Keeps small shared values and leases in the memory of this process (seed row M18). */
export class StateStoreInMemory implements IMoStateStore {
  readonly #clock: Clock;
  readonly #lifetime = new StoreLifetime("state store");
  readonly #kept = new Map<string, Kept>();
  readonly #leases = new Map<string, KeptLease>();
  /** Counts over all keys, so that a key that comes back never has an old version. */
  #version = 0;
  #writesToPurge = FEWEST_WRITES_BETWEEN_PURGES;

  constructor(options: StateStoreInMemoryOptions = {}) {
    this.#clock = options.clock ?? systemClock;
  }

  async get(key: string): Promise<StateEntry | null> {
    this.#lifetime.assertOpen();
    return this.#read(key);
  }

  async getMany(keys: readonly string[]): Promise<ReadonlyMap<string, StateEntry>> {
    this.#lifetime.assertOpen();
    const found = new Map<string, StateEntry>();
    for (const key of keys) {
      const entry = this.#read(key);
      if (entry) found.set(key, entry);
    }
    return found;
  }

  async list(prefix: string): Promise<readonly StateEntry[]> {
    this.#lifetime.assertOpen();
    return [...this.#kept.keys()]
      .filter((key) => key.startsWith(prefix))
      .sort()
      .flatMap((key) => this.#read(key) ?? []);
  }

  async set(key: string, value: JsonValue, options: StateWriteOptions = {}): Promise<StateEntry> {
    this.#lifetime.assertOpen();
    return this.#write(key, value, options);
  }

  async compareAndSet(
    key: string,
    expected: number | null,
    value: JsonValue,
    options: StateWriteOptions = {},
  ): Promise<StateEntry | null> {
    this.#lifetime.assertOpen();
    const version = this.#read(key)?.version ?? null;
    return version === expected ? this.#write(key, value, options) : null;
  }

  async delete(key: string): Promise<boolean> {
    this.#lifetime.assertOpen();
    const stood = this.#read(key) !== null;
    this.#kept.delete(key);
    return stood;
  }

  async acquireLease(name: string, holder: string, ttlMs: number): Promise<StateLease | null> {
    this.#lifetime.assertOpen();
    const lease = this.#leases.get(name);
    const nowMs = this.#clock.monotonicMs();
    if (lease && lease.holder !== null && lease.holder !== holder && lease.expiresMs > nowMs) return null;
    const term = lease?.holder === holder ? lease.term : (lease?.term ?? 0) + 1;
    this.#leases.set(name, { holder, term, expiresMs: nowMs + ttlMs });
    return { name, holder, term, expiresAt: new Date(this.#clock.now().getTime() + ttlMs) };
  }

  async releaseLease(name: string, holder: string): Promise<void> {
    this.#lifetime.assertOpen();
    const lease = this.#leases.get(name);
    // The term stays behind, so that the next holder's is a new one.
    if (lease?.holder === holder) this.#leases.set(name, { ...lease, holder: null });
  }

  async close(): Promise<void> {
    this.#lifetime.close();
    this.#kept.clear();
    this.#leases.clear();
  }

  #read(key: string): StateEntry | null {
    const kept = this.#kept.get(key);
    if (!kept) return null;
    if (kept.expiresMs > this.#clock.monotonicMs()) return kept.entry;
    this.#kept.delete(key);
    return null;
  }

  #write(key: string, value: JsonValue, { ttlMs }: StateWriteOptions): StateEntry {
    this.#purge();
    this.#version += 1;
    const entry: StateEntry = { key, value, version: this.#version };
    this.#kept.set(key, { entry, expiresMs: this.#clock.monotonicMs() + (ttlMs ?? Infinity) });
    return entry;
  }

  /** Forgets what expired and was never asked for again, seldom enough to cost each write nothing. */
  #purge(): void {
    this.#writesToPurge -= 1;
    if (this.#writesToPurge > 0) return;
    for (const key of this.#kept.keys()) this.#read(key);
    this.#writesToPurge = Math.max(FEWEST_WRITES_BETWEEN_PURGES, this.#kept.size);
  }
}
