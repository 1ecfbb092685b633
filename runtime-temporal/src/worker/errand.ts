import { type Clock, type ExecutionRequest, type JobExecutor, sleep } from "@mojob/core";
import type { Bell } from "./bell.ts";

/** A retry due within this is waited for in the process: Temporal's timers have no shorter time. */
const SHORT_INTERVAL_MS = 1000;

export interface ErrandOptions {
  readonly requests: readonly ExecutionRequest[];
  readonly executor: JobExecutor;
  readonly clock: Clock;
  /** Rung when there may be more room, or none any more. */
  readonly room: Bell;
  readonly isDraining: () => boolean;
  /** Told of delayed runs whose time has come, before they are begun. */
  readonly onDue: (requests: readonly ExecutionRequest[]) => Promise<void>;
  /** Every request has found its place. */
  readonly onHandedOver: () => void;
}

/** Requests that came together: each begins when it is due and there is room, and short retries come back here. */
export class Errand {
  readonly #options: ErrandOptions;
  #pending: ExecutionRequest[];
  #running = 0;
  #isHandedOver = false;
  #failures: unknown[] = [];

  constructor(options: ErrandOptions) {
    this.#options = options;
    this.#pending = [...options.requests];
  }

  /** Keeps a retry that is due soon; answers whether it does. */
  takeRetry(request: ExecutionRequest): boolean {
    const { clock, room, isDraining } = this.#options;
    const leftMs = (request.dueAt?.getTime() ?? 0) - clock.now().getTime();
    if (leftMs > SHORT_INTERVAL_MS || isDraining()) return false;
    this.#pending.push(request);
    room.ring();
    return true;
  }

  /** Resolves when all of it is settled or was refused. @throws where some of it could not be begun: it is left for others */
  async run(): Promise<void> {
    const { clock, executor, room, isDraining } = this.#options;
    while (this.#pending.length > 0 || this.#running > 0) {
      if (isDraining() && this.#running === 0) break;
      const woken = room.rung();
      const now = clock.now();
      const due = isDraining() ? [] : this.#pending.filter(({ dueAt }) => dueAt === null || dueAt <= now);
      const begun = due.slice(0, Math.min(executor.capacity, due.length));
      if (begun.length > 0) {
        this.#pending = this.#pending.filter((request) => !begun.includes(request));
        void this.#execute(begun);
        if (this.#pending.length === 0) this.#handOver();
        continue;
      }
      await this.#wait(woken, now);
    }
    this.#handOver();
    if (this.#pending.length > 0) throw new Error("The worker stopped before it had begun all it had taken");
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  async #execute(requests: readonly ExecutionRequest[]): Promise<void> {
    const { executor, onDue, room } = this.#options;
    this.#running += 1;
    try {
      const delayed = requests.filter(({ attempt, dueAt }) => attempt === 1 && dueAt !== null);
      if (delayed.length > 0) await onDue(delayed);
      await executor.execute(requests);
    } catch (error) {
      this.#failures.push(error);
    } finally {
      this.#running -= 1;
      room.ring();
    }
  }

  /** Until there is room, something ends, or the next one is due. */
  async #wait(woken: Promise<void>, now: Date): Promise<void> {
    const later = this.#pending.flatMap(({ dueAt }) =>
      dueAt !== null && dueAt > now ? [dueAt.getTime()] : [],
    );
    if (later.length === 0) return woken;
    const stop = new AbortController();
    const dueMs = Math.min(...later) - now.getTime();
    await Promise.race([woken, sleep(this.#options.clock, dueMs, stop.signal)]);
    stop.abort();
  }

  #handOver(): void {
    if (this.#isHandedOver) return;
    this.#isHandedOver = true;
    this.#options.onHandedOver();
  }
}
