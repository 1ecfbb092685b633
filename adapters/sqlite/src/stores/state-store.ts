import {
  type Clock,
  type IMoStateStore,
  type JsonValue,
  type StateEntry,
  type StateLease,
  type StateWriteOptions,
} from "@mojob/core/ports";
import type { StateRow, StateWrite } from "../engine/state.ts";
import type { StorePart } from "./store-part.ts";

/** Keeps small shared values and leases in a SQLite file (seed row M18). */
export class StateStoreSqlite implements IMoStateStore {
  readonly #clock: Clock;
  readonly #part: StorePart;

  constructor(part: StorePart, clock: Clock) {
    this.#part = part;
    this.#clock = clock;
  }

  async get(key: string): Promise<StateEntry | null> {
    return (await this.getMany([key])).get(key) ?? null;
  }

  async getMany(keys: readonly string[]): Promise<ReadonlyMap<string, StateEntry>> {
    const nowMs = this.#nowMs();
    const rows = await this.#part.read((file) => file.state.getMany([...new Set(keys)], nowMs));
    return new Map(rows.map((row) => [row[0], toEntry(row)]));
  }

  async list(prefix: string): Promise<readonly StateEntry[]> {
    const nowMs = this.#nowMs();
    return (await this.#part.read((file) => file.state.list(prefix, nowMs))).map(toEntry);
  }

  async set(key: string, value: JsonValue, options: StateWriteOptions = {}): Promise<StateEntry> {
    const write = this.#write(key, value, options);
    const version = await this.#part.write((file) => file.state.set(write));
    return { key, value, version };
  }

  async compareAndSet(
    key: string,
    expected: number | null,
    value: JsonValue,
    options: StateWriteOptions = {},
  ): Promise<StateEntry | null> {
    const write = this.#write(key, value, options);
    const version = await this.#part.write((file) => file.state.compareAndSet(write, expected));
    return version === null ? null : { key, value, version };
  }

  delete(key: string): Promise<boolean> {
    const nowMs = this.#nowMs();
    return this.#part.write((file) => file.state.delete(key, nowMs));
  }

  async acquireLease(name: string, holder: string, ttlMs: number): Promise<StateLease | null> {
    const nowMs = this.#nowMs();
    const lease = await this.#part.write((file) => file.state.acquireLease(name, holder, nowMs, ttlMs));
    if (lease === null) return null;
    const [, term, expiresMs] = lease;
    return { name, holder, term, expiresAt: new Date(expiresMs) };
  }

  async releaseLease(name: string, holder: string): Promise<void> {
    await this.#part.write((file) => file.state.releaseLease(name, holder));
  }

  close(): Promise<void> {
    return this.#part.close();
  }

  #write(key: string, value: JsonValue, { ttlMs }: StateWriteOptions): StateWrite {
    const nowMs = this.#nowMs();
    return {
      key,
      value: JSON.stringify(value),
      nowMs,
      expiresMs: ttlMs === undefined ? null : nowMs + ttlMs,
    };
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }
}

function toEntry([key, value, version]: StateRow): StateEntry {
  return { key, value: JSON.parse(value) as JsonValue, version };
}
