import type { Clock, IMoStateStore, JsonObject, JsonValue } from "@mojob/core/ports";
import { repeat, type Repetition } from "@mojob/core/engine";
import { runKey } from "../state-keys.ts";
import type { Callback } from "../wire/callback.ts";

/** A run that an executor has, as the state store keeps it. */
export interface RunEntry {
  /** @default what an earlier version wrote: it had one tenant */
  readonly tenant?: string;
  readonly appName: string;
  readonly address: string;
  readonly jobId: number;
  readonly sentAtMs: number;
  /** @default it has not ended, as far as is known */
  readonly result?: RunResult;
}

/** The executors that an access token is for. */
export interface TokenScope {
  readonly tenant: string;
  readonly appNames: { has(name: string): boolean };
}

export interface RunResult {
  readonly code: number;
  readonly value: JsonValue;
}

/** Longer than any run takes; a callback of a forgotten one changes nothing. */
const ENTRY_TTL_MS = 30 * 24 * 3_600_000;
/** How soon a result is seen that another process was sent. */
const LOOK_EVERY_MS = 1000;

/**
 * Where results meet the runs that wait for them. A callback may reach any process, at any time, more than once; the first
 * result is written to the state store, and whichever process follows the run finds it there.
 */
export class RunEntries {
  readonly #state: IMoStateStore;
  readonly #waiting = new Map<number, (result: RunResult) => void>();
  readonly #loop: Repetition;

  constructor(state: IMoStateStore, clock: Clock, onError: (error: unknown) => void) {
    this.#state = state;
    this.#loop = repeat(() => this.#look(), { clock, everyMs: LOOK_EVERY_MS, slackMs: Infinity, onError });
  }

  async find(logId: number): Promise<RunEntry | null> {
    const found = await this.#state.get(runKey(logId));
    return found === null ? null : entryOf(found.value);
  }

  /** Writes the entry where there is none; resolves to whether there was none. */
  async open(logId: number, entry: RunEntry): Promise<boolean> {
    const options = { ttlMs: ENTRY_TTL_MS };
    return (await this.#state.compareAndSet(runKey(logId), null, jsonOf(entry), options)) !== null;
  }

  /** Writes that the run goes to another executor, because the one before did not get it. */
  async move(logId: number, entry: RunEntry): Promise<void> {
    await this.#state.set(runKey(logId), jsonOf(entry), { ttlMs: ENTRY_TTL_MS });
  }

  /** Keeps the result of a run of what a token is for, if it is the first; resolves to whether there is such a run. */
  async settle({ logId, code, value }: Callback, { tenant, appNames }: TokenScope): Promise<boolean> {
    for (;;) {
      const found = await this.#state.get(runKey(logId));
      if (found === null) return false;
      const entry = entryOf(found.value);
      if ((entry.tenant ?? tenant) !== tenant || !appNames.has(entry.appName)) return false;
      if (entry.result !== undefined) return true;
      const result = { code, value };
      const settled = jsonOf({ ...entry, result });
      const options = { ttlMs: ENTRY_TTL_MS };
      const written = await this.#state.compareAndSet(runKey(logId), found.version, settled, options);
      if (written === null) continue;
      this.#waiting.get(logId)?.(result);
      return true;
    }
  }

  /** Calls back once with the result; returns what ends the wait. */
  wait(logId: number, onResult: (result: RunResult) => void): () => void {
    this.#waiting.set(logId, onResult);
    return () => {
      if (this.#waiting.get(logId) === onResult) this.#waiting.delete(logId);
    };
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  async #look(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const logIds = new Map([...this.#waiting.keys()].map((logId) => [runKey(logId), logId]));
    for (const [key, { value }] of await this.#state.getMany([...logIds.keys()])) {
      const { result } = entryOf(value);
      if (result !== undefined) this.#waiting.get(logIds.get(key) as number)?.(result);
    }
  }
}

function jsonOf(entry: RunEntry): JsonObject {
  const { result, ...rest } = entry;
  return { ...rest, ...(result !== undefined && { result: { ...result } }) };
}

function entryOf(value: JsonValue): RunEntry {
  return value as unknown as RunEntry;
}
