import type { JsonValue } from "../base/json.ts";
import type { LoopLife } from "./executor-store.ts";

/** A small shared key-value memory with compare-and-set and leases: pending definition keys, cursors, locks (seed row M18). */
export interface IMoStateStore {
  /** Whether leases go by the clock of another machine. @default false: by that of this one */
  readonly hasOwnClock?: boolean;
  /** Resolves to `null` for a key that is absent or expired. */
  get(key: string): Promise<StateEntry | null>;
  /** Resolves to those that exist, by key. */
  getMany(keys: readonly string[]): Promise<ReadonlyMap<string, StateEntry>>;
  /** Entries whose key begins with the prefix, ascending. */
  list(prefix: string): Promise<readonly StateEntry[]>;
  /** Writes whatever is there. */
  set(key: string, value: JsonValue, options?: StateWriteOptions): Promise<StateEntry>;
  /** Writes if the entry's version is `expected` (`null`: if it is absent); resolves to `null` where it is not. */
  compareAndSet(
    key: string,
    expected: number | null,
    value: JsonValue,
    options?: StateWriteOptions,
  ): Promise<StateEntry | null>;
  /** Resolves to whether it was there. */
  delete(key: string): Promise<boolean>;
  /**
   * Takes or prolongs a lease for `holder`; resolves to `null` while another holder's has not expired. The store's clock
   * decides. The term grows by one with every new holder and is the fence for what the holder writes.
   */
  acquireLease(name: string, holder: string, ttlMs: number): Promise<StateLease | null>;
  /**
   * Has a thread of its own go on prolonging a lease while jobs keep this process's event loop from turning; a lease that another
   * holder has is left alone. @default a lease is prolonged by `acquireLease` alone
   * @param everyMs how often the event loop prolongs it itself
   */
  keepLease?(name: string, holder: string, ttlMs: number, everyMs: number): LoopLife;
  /** Gives a lease back; a lease held by another is left alone. */
  releaseLease(name: string, holder: string): Promise<void>;
  close(): Promise<void>;
}

export interface StateEntry {
  readonly key: string;
  readonly value: JsonValue;
  /** Changes with every write. */
  readonly version: number;
}

export interface StateWriteOptions {
  /** The entry expires after it. @default never */
  readonly ttlMs?: number;
}

export interface StateLease {
  readonly name: string;
  readonly holder: string;
  readonly term: number;
  readonly expiresAt: Date;
}
