import { type Clock, type IMoStateStore, type JsonObject, sleep } from "@mojob/core/ports";
import { turnKey } from "../state-keys.ts";
import { KeyedLocks } from "./keyed-locks.ts";

/** The execution whose turn it is. */
export interface TurnHolder {
  readonly logId: number;
  readonly jobId: number;
}

export interface HandlerTurnsOptions {
  readonly state: IMoStateStore;
  readonly clock: Clock;
  /** After it a run that was being sent has arrived, or never will. */
  readonly settledAfterMs: number;
  /** Resolves to whether a run has ended: its result is there, or its executor says that it has no such job. */
  hasEnded(address: string, holder: TurnHolder): Promise<boolean>;
}

interface Turn extends TurnHolder {
  readonly sinceMs: number;
}

/** As long as a run is remembered. */
const TURN_TTL_MS = 30 * 24 * 3_600_000;
const LOOK_EVERY_MS = 1000;
/** Nobody's turn. */
const FREE: TurnHolder = { logId: 0, jobId: 0 };

/**
 * Sends a handler of an executor one run after the other, from whichever process: one that mixes up two runs of a handler
 * reports both results for the later one. A turn outlives its process, because the run does; it is over when its run is.
 */
export class HandlerTurns {
  readonly #options: HandlerTurnsOptions;
  readonly #locks = new KeyedLocks();

  constructor(options: HandlerTurnsOptions) {
    this.#options = options;
  }

  /** Resolves when it is this run's turn, to what ends it. @throws the signal's reason */
  async take(
    address: string,
    handler: string,
    holder: TurnHolder,
    signal: AbortSignal,
  ): Promise<() => Promise<void>> {
    // In this process they come in order, and without a look at the store between them.
    const pass = await this.#locks.acquire(`${address} ${handler}`, signal);
    try {
      while (!(await this.#isTaken(address, handler, holder))) {
        await sleep(this.#options.clock, LOOK_EVERY_MS, signal);
        signal.throwIfAborted();
      }
      return () => this.end(address, handler, holder.logId).finally(pass);
    } catch (error) {
      pass();
      throw error;
    }
  }

  /** The run has ended, or was never sent. Another's turn is left alone. */
  async end(address: string, handler: string, logId: number): Promise<void> {
    const { state } = this.#options;
    const key = turnKey(address, handler);
    const found = await state.get(key);
    if (found === null || turnOf(found.value as JsonObject).logId !== logId) return;
    await state.compareAndSet(key, found.version, { ...FREE }, { ttlMs: LOOK_EVERY_MS });
  }

  async #isTaken(address: string, handler: string, holder: TurnHolder): Promise<boolean> {
    const { state, clock, settledAfterMs, hasEnded } = this.#options;
    const key = turnKey(address, handler);
    const sinceMs = clock.now().getTime();
    const found = await state.get(key);
    const before = found === null ? null : turnOf(found.value as JsonObject);
    if (before !== null && before.logId !== FREE.logId && before.logId !== holder.logId) {
      const isYoung = sinceMs - before.sinceMs < settledAfterMs;
      if (isYoung || !(await hasEnded(address, before))) return false;
    }
    const turn = { ...holder, sinceMs };
    const options = { ttlMs: TURN_TTL_MS };
    return (await state.compareAndSet(key, found?.version ?? null, turn, options)) !== null;
  }
}

function turnOf(value: JsonObject): Turn {
  return value as JsonObject & Turn;
}
