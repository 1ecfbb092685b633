import { type Clock, sleep } from "../../base/clock.ts";
import { repeat, type Repetition } from "../../base/repeat.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import { namedExecutor } from "../../placement/candidates.ts";
import type { IMoExecutorStore, LoopLife } from "../../ports/executor-store.ts";
import type { IMoWorkerNames } from "../../ports/worker-names.ts";

export interface WorkerPresenceOptions {
  readonly store: IMoExecutorStore;
  readonly names: IMoWorkerNames;
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** Whether heartbeats go on from a thread while the event loop does not turn, where the store can. @default false */
  readonly isKeptAlive?: boolean;
  /** The longest that the attempts under way may still take. @default 0 */
  readonly longestLeftMs?: () => number;
  /** The worker as it is now. */
  readonly describe: () => ExecutorRecord;
  /** Called after each heartbeat with whether somebody asked the worker to drain. */
  readonly onDrain: (isAsked: boolean) => void;
  readonly onError: (error: unknown) => void;
}

/** The event loop may be silent for this long whatever runs: programs have work of their own. */
const ALWAYS_QUIET_MS = 60_000;

/** Its name is to be known for long after it has left. */
const NAMED_EVERY_MS = 86_400_000;

/** A thread that takes longer to start is not waited for. */
const LONGEST_START_MS = 30_000;

/** Writes the heartbeat of a worker until it leaves. */
export class WorkerPresence {
  readonly #options: WorkerPresenceOptions;
  #heartbeat: Repetition | null = null;
  #life: LoopLife | null = null;
  #saving: Promise<void> = Promise.resolve();
  #hasLeft = false;
  #namedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: WorkerPresenceOptions) {
    this.#options = options;
  }

  /** Writes the worker as it is now and keeps doing so. A store that fails is reported; the next beat tries again. */
  async announce(): Promise<void> {
    const { store, clock, heartbeatMs, isKeptAlive = false, describe, onError } = this.#options;
    await this.#save();
    if (this.#hasLeft) return;
    if (isKeptAlive) this.#life ??= store.keepAlive?.(describe(), heartbeatMs) ?? null;
    this.#turned();
    const beat = (): Promise<void> => {
      this.#turned();
      return this.#save();
    };
    this.#heartbeat ??= repeat(beat, {
      clock,
      everyMs: heartbeatMs,
      slackMs: Infinity,
      onError,
    });
  }

  /** Resolves once the thread can write heartbeats that jobs keep the event loop from writing; at once where there is none. */
  async untilKeptAlive(): Promise<void> {
    if (this.#life === null) return;
    const waited = new AbortController();
    await Promise.race([this.#life.ready, sleep(this.#options.clock, LONGEST_START_MS, waited.signal)]);
    waited.abort();
  }

  /** An attempt begins that may take so long. */
  began(longestMs: number): void {
    this.#life?.began(longestMs);
  }

  async leave(): Promise<void> {
    const { store, describe, onError } = this.#options;
    this.#hasLeft = true;
    await this.#heartbeat?.close();
    await this.#life?.close();
    await this.#saving;
    const { tenant, id } = describe();
    await store.remove(tenant, id).catch(onError);
  }

  #turned(): void {
    const { clock, longestLeftMs } = this.#options;
    this.#life?.turned(clock.now(), Math.max(ALWAYS_QUIET_MS, longestLeftMs?.() ?? 0));
  }

  async #rememberName(worker: ExecutorRecord): Promise<void> {
    const { names, clock } = this.#options;
    const now = clock.now();
    if (now.getTime() - this.#namedAtMs < NAMED_EVERY_MS) return;
    const { tenant, id, app } = worker;
    await names.remember({ tenant, id, app, name: namedExecutor(worker).name }, now);
    this.#namedAtMs = now.getTime();
  }

  /** One after the other: an older heartbeat must not overwrite a newer one. */
  #save(): Promise<void> {
    const { store, describe, onDrain, onError } = this.#options;
    const save = async (): Promise<void> => {
      if (this.#hasLeft) return;
      const worker = describe();
      onDrain((await store.save(worker)) !== null);
      await this.#rememberName(worker);
    };
    this.#saving = this.#saving.then(save).catch(onError);
    return this.#saving;
  }
}
