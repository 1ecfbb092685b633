import type { AroundRun, LogSink, MoJobScheduler, RunScope } from "@mojob/core";
import { type CodeRunner, executeWithin, type WorkerPool } from "@mojob/core/engine";
import type { LoopDelay, LoopDelayMeter, ProcessUsage } from "@mojob/core/platform";
import type { Clock } from "@mojob/core/ports";
import { succeeded, threw } from "./attempt-result.ts";
import { schedulerOfRun } from "./context-scheduler.ts";
import { type ExecutorLink, isUnknownExecutor } from "./executor-link.ts";
import { HeldRun } from "./held-run.ts";
import { Outbox } from "./outbox.ts";
import { RemoteContext } from "./remote-context.ts";
import { RemoteFiles } from "./remote-files.ts";
import { ResultWriter } from "./result-writer.ts";
import type { LeasedRun } from "./wire.ts";

const POLL_MS = 10_000;
const MOST_RUNS = 1000;
/** As the protocol takes it. */
const LONGEST_DELAY_MS = 3_600_000;
/** How long code that was asked to end at the shutdown may take for it. */
const ABORT_GRACE_MS = 5000;

export interface RemoteWorkerParts {
  readonly link: ExecutorLink;
  readonly held: Set<HeldRun>;
  readonly code: CodeRunner;
  readonly scheduler: MoJobScheduler;
  readonly pool: WorkerPool;
  readonly clock: Clock;
  /** Stands around each attempt. */
  readonly around: AroundRun | null;
  /** Takes the lines of runs as well. */
  readonly log: LogSink | null;
  readonly scope: RunScope;
  readonly usage: () => ProcessUsage | null;
  /** Measures how late its event loop is, until it is closed. @default nothing does */
  readonly loopDelay?: LoopDelayMeter | null;
  readonly onError: (error: unknown) => void;
}

/** Takes runs from its gateway, runs them and sends how they ended. */
export class RemoteWorker {
  readonly #parts: RemoteWorkerParts;
  readonly #outbox = new Outbox();
  readonly #loops: Promise<void>[] = [];
  #polling: Promise<void> = Promise.resolve();
  #isStopping = false;
  #wasFull = false;
  #changed = Promise.withResolvers<void>();

  constructor(parts: RemoteWorkerParts) {
    this.#parts = parts;
  }

  begin(): void {
    const { link, held, onError } = this.#parts;
    const onSettled = (): void => this.changed();
    const writer = new ResultWriter({ link, held, onError, onSettled, outbox: this.#outbox });
    this.#parts.pool.begin(this);
    this.#polling = this.#poll();
    this.#loops.push(this.#heartbeat(), writer.run());
  }

  /** Whether all of its places were taken at a time since it was asked last. */
  takeWasFull(): boolean {
    const wasFull = this.#wasFull || this.#room <= 0;
    this.#wasFull = false;
    return wasFull;
  }

  /** Ends the run an error that escaped its promise belongs to; returns whether there was one. */
  failEscaped(runToken: string, error: unknown): boolean {
    const run = [...this.#parts.held].find(({ leased }) => leased.lease === runToken);
    run?.fail(error);
    return run !== undefined;
  }

  /** Takes no more runs, lets those under way finish within the grace, aborts the rest, and leaves. */
  async close(graceMs: number): Promise<void> {
    const { link, held, clock } = this.#parts;
    this.#isStopping = true;
    this.changed();
    await this.#parts.pool.close();
    const over = new AbortController();
    const limit = clock.setTimer(() => over.abort(), graceMs);
    const drained = this.#drain(over.signal);
    await Promise.race([drained, aborted(over.signal)]);
    limit.cancel();
    for (const run of held)
      run.abort("worker_shutdown", `The worker was closed before run "${run.leased.id}" had ended`);
    const last = new AbortController();
    const end = clock.setTimer(() => last.abort(), ABORT_GRACE_MS);
    await Promise.race([this.#emptied(), aborted(last.signal)]);
    await Promise.race([link.leave().catch(() => {}), aborted(last.signal)]);
    end.cancel();
    this.#parts.loopDelay?.close();
    link.end();
    this.#outbox.close();
    await Promise.all(this.#loops);
  }

  /** Resolves once nothing more is sent to it and all runs have ended. */
  async #drain(signal: AbortSignal): Promise<void> {
    // Where the gateway was restarted, a drain of the new registration follows.
    for (let isDrained = false; !isDrained && !signal.aborted;)
      isDrained = await this.#parts.link.call("drain", {}).then(
        () => true,
        (error: unknown) => !isUnknownExecutor(error),
      );
    await this.#polling;
    await this.#emptied();
  }

  async #emptied(): Promise<void> {
    while (this.#parts.held.size > 0 && !this.#parts.link.ended.aborted) await this.#changed.promise;
  }

  async #poll(): Promise<void> {
    const { link } = this.#parts;
    let ack = 0;
    let { generation } = link;
    while (!this.#isStopping) {
      const room = Math.min(this.#room, MOST_RUNS);
      if (room <= 0) {
        this.#wasFull = true;
        await this.#changed.promise;
        continue;
      }
      if (generation !== link.generation) ({ ack, generation } = { ack: 0, generation: link.generation });
      const polled = await this.#ask(() => link.call("poll", { max: room, waitMs: POLL_MS, ack }, POLL_MS));
      // The runs of an earlier registration belong to nobody any more.
      if (polled === null || generation !== link.generation) continue;
      ack = polled.batch;
      for (const leased of polled.runs) this.#take(leased);
      if (polled.draining && !this.#isStopping) await link.pause(0);
    }
  }

  async #heartbeat(): Promise<void> {
    const { link, held, usage, loopDelay = null } = this.#parts;
    while (!link.isLeaving && !link.ended.aborted) {
      const leases = [...held].map(({ lease }) => lease);
      const waitMs = link.heartbeatMs;
      const body = { waitMs, leases, ...usageJson(usage(), loopDelay?.take() ?? null) };
      const answer = await this.#ask(() => link.call("heartbeat", body, waitMs));
      if (answer === null) continue;
      const runs = new Map([...held].map((run) => [run.lease, run]));
      for (const { lease, reason, message } of answer.abort) runs.get(lease)?.abort(reason, message);
      for (const lease of answer.lost) runs.get(lease)?.lose();
    }
  }

  /** `null` where the call was refused, after a moment. */
  async #ask<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
    const { link, onError } = this.#parts;
    try {
      return await call();
    } catch (error) {
      if (link.ended.aborted || isUnknownExecutor(error)) return null;
      onError(error);
      await link.pause(0);
      return null;
    }
  }

  get #room(): number {
    return (this.#parts.pool.size ?? Infinity) - this.running;
  }

  get running(): number {
    return [...this.#parts.held].filter(({ isRunning }) => isRunning).length;
  }

  #take(leased: LeasedRun): void {
    const { held } = this.#parts;
    // A batch that was sent again has runs which are under way.
    if ([...held].some(({ lease }) => lease === leased.lease)) return;
    const run = new HeldRun(leased);
    held.add(run);
    void this.#execute(run);
  }

  async #execute(run: HeldRun): Promise<void> {
    const { code, scope, scheduler, around, log, link, clock } = this.#parts;
    const { handler, lease, id, trigger } = run.leased;
    const context = new RemoteContext(run, {
      outbox: this.#outbox,
      scheduler: schedulerOfRun(scheduler, { id, traceparent: trigger.traceparent ?? undefined }),
      files: new RemoteFiles(run, link, clock),
      onLine: (line) => log?.({ at: clock.now(), ...line }),
    });
    const execute = (): Promise<unknown> => code.call(handler, run.leased, context);
    const executed = scope.run(lease, () =>
      around === null ? execute() : executeWithin(around, context, execute),
    );
    const result = await Promise.race([executed, run.escaped]).then(succeeded, threw);
    run.isRunning = false;
    this.#outbox.putResult(run, result);
    this.changed();
  }

  /** Looks again whether there is room for more, and whether all has ended. */
  changed(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

/** The protocol takes whole numbers. */
function usageJson(usage: ProcessUsage | null, delay: LoopDelay | null): object {
  if (usage === null) return {};
  const { processorMs, memoryBytes } = usage;
  const measured = { processorMs: Math.round(processorMs), memoryBytes: Math.round(memoryBytes) };
  if (delay === null) return { usage: measured };
  const most = (ms: number): number => Math.min(LONGEST_DELAY_MS, Math.round(ms));
  return { usage: { ...measured, loopDelayMs: most(delay.maxMs), loopDelayP99Ms: most(delay.p99Ms) } };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
