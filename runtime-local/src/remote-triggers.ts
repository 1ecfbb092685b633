import type { IMoStateStore } from "@mojob/core";
import {
  HANDED_OVER_KEY,
  handedOverPrefix,
  handOverNoticedKey,
  repeat,
  type Repetition,
  requestExecution,
} from "@mojob/core/engine";
import type { Clock, RequestedRuns } from "@mojob/core/ports";
import type { LocalRuntime } from "./local-runtime.ts";

/** How often this process looks for runs that another process created, while such a process is connected. */
const LOOK_EVERY_MS = 30;
/** How often it looks otherwise, because looking costs a server and this process something even when nothing happens. */
export const NOTICE_EVERY_MS = 1000;
/** A process that is connected writes the mark this often. */
export const CONNECTED_EVERY_MS = 20_000;
/** This process looks often for so long after the mark has changed. */
const ATTENTIVE_MS = 3 * CONNECTED_EVERY_MS;
/** It is written that it does for a shorter time, so that who reads it can rely on it. */
const NOTICED_MS = 2 * CONNECTED_EVERY_MS;

export interface RemoteTriggersOptions {
  readonly state: IMoStateStore;
  readonly clock: Clock;
  /** The engines of all tenants that are served now. */
  readonly engines: Iterable<{
    readonly engine: { readonly tenant: string };
    readonly runtime: Pick<LocalRuntime, "bus" | "serves">;
  }>;
  readonly onError: (error: unknown) => void;
}

/**
 * Takes over the runs that processes without an engine create (`connectScheduler`).
 *
 * One small read says for all tenants whether there are any. What is lost on the way the reconciler finds later.
 */
export class RemoteTriggers {
  readonly #options: RemoteTriggersOptions;
  readonly #loop: Repetition;
  #seen: number | null = null;
  /** When the mark was last seen to have changed. */
  #changedMs = Number.NEGATIVE_INFINITY;
  /** When it was last written that this process looks often. */
  #noticedMs = Number.NEGATIVE_INFINITY;

  constructor(options: RemoteTriggersOptions) {
    this.#options = options;
    const { clock, onError } = options;
    this.#loop = repeat(() => this.#take(), { clock, everyMs: LOOK_EVERY_MS, slackMs: Infinity, onError });
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  async #take(): Promise<{ readonly nextInMs: number }> {
    const { state, engines, clock } = this.#options;
    const mark = await state.get(HANDED_OVER_KEY);
    if (mark === null || mark.version === this.#seen) {
      const isAttentive = clock.monotonicMs() - this.#changedMs < ATTENTIVE_MS;
      return { nextInMs: isAttentive ? LOOK_EVERY_MS : NOTICE_EVERY_MS };
    }
    for (const { engine, runtime } of engines) {
      for (const { key, value } of await state.list(handedOverPrefix(engine.tenant))) {
        // As `connectScheduler` leaves it.
        const { id, ...runs } = value as { readonly id: string } & RequestedRuns;
        // Runs of an app without a worker here wait until one starts.
        if (runtime.serves(runs.destination.app)) await requestExecution(runtime.bus, id, runs);
        await state.delete(key);
      }
    }
    this.#seen = mark.version;
    this.#changedMs = clock.monotonicMs();
    await this.#writeNoticed();
    return { nextInMs: LOOK_EVERY_MS };
  }

  /** A process that connects waits for this, so that the first run it triggers begins as soon as the later ones. */
  async #writeNoticed(): Promise<void> {
    const { state, engines, clock } = this.#options;
    if (clock.monotonicMs() - this.#noticedMs < CONNECTED_EVERY_MS / 2) return;
    for (const { engine } of engines)
      await state.set(handOverNoticedKey(engine.tenant), true, { ttlMs: NOTICED_MS });
    this.#noticedMs = clock.monotonicMs();
  }
}
