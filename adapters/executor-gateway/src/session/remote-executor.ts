import { type JobContext, MoJobError, MoJobErrorCode } from "@mojob/core";
import type { ExecutorHost, HostedExecutor, HostedExecutorOptions } from "@mojob/core/engine";
import { type IMoWorkRunner, type Timer, WorkKind } from "@mojob/core/ports";
import { type LeaseAbort, LeaseOutcome, type LeaseResult, type ResumedLease } from "../protocol.ts";
import { FinishedLeases } from "./finished-leases.ts";
import { attemptName, Lease } from "./lease.ts";
import { OfferedRuns } from "./offered-runs.ts";
import { Outbox } from "./outbox.ts";
import { type HeartbeatUsage, ReportedUsage } from "./reported-usage.ts";
import { WaitingCall } from "./waiting-call.ts";

/** The runs of a lost executor are settled within this, where the store can be written to. */
const LOST_GRACE_MS = 5000;

export interface RemoteExecutorOptions extends Pick<HostedExecutorOptions, "app" | "runtime" | "worker"> {
  readonly host: ExecutorHost;
  /** The handlers that it has code for. */
  readonly handlers: readonly string[];
  readonly silentMs: number;
  readonly heartbeatMs: number;
  /** Called when it is gone, whyever. */
  readonly onGone: (executor: RemoteExecutor) => void;
}

export interface Poll {
  readonly max: number;
  readonly waitMs: number;
  readonly ack: number;
}

/** One registered executor: its runs, what it is to be sent, and when it was heard of last. */
export class RemoteExecutor {
  readonly app: string;
  /** As it registered. */
  readonly name: string | undefined;
  readonly #options: RemoteExecutorOptions;
  readonly #leases = new Map<string, Lease>();
  readonly #byAttempt = new Map<string, Lease>();
  readonly #finished = new FinishedLeases();
  readonly #outbox = new Outbox();
  readonly #poll: WaitingCall;
  readonly #heartbeat: WaitingCall;
  readonly #usage: ReportedUsage;
  #asked = 0;
  #hosted: HostedExecutor | null = null;
  #heardMs: number;
  /** It is not given up before this. */
  #watchedMs = 0;
  #timer: Timer | null = null;
  #lostBy: string | null = null;
  readonly #offered = new OfferedRuns();

  private constructor(options: RemoteExecutorOptions) {
    const { app, host } = options;
    this.app = app;
    this.name = options.worker?.name;
    this.#options = options;
    this.#poll = new WaitingCall(host.clock);
    this.#heartbeat = new WaitingCall(host.clock);
    this.#usage = new ReportedUsage(host.clock, options.silentMs);
    this.#heardMs = host.clock.monotonicMs();
  }

  /** @throws MoJobError as `ExecutorHost.open` */
  static async open(options: RemoteExecutorOptions): Promise<RemoteExecutor> {
    const executor = new RemoteExecutor(options);
    await executor.#open();
    return executor;
  }

  async #open(): Promise<void> {
    const { host, app, runtime, worker = {}, handlers } = this.#options;
    const known = new Set(handlers);
    const runner: IMoWorkRunner<JobContext> = {
      kind: WorkKind.Code,
      handlers,
      canRun: ({ app: jobApp, work }) =>
        jobApp === app && work.kind === WorkKind.Code && known.has(work.handler),
      run: (attempt) => this.#run(new Lease(attempt)),
    };
    this.#hosted = await host.open({
      app,
      runtime: { ...runtime, usage: () => this.#usage.now(), loopDelay: this.#usage.loopDelay },
      worker,
      runners: [runner],
      mayReturn: true,
      onDrain: () => {
        this.#poll.end();
        this.#heartbeat.end();
      },
      room: () => (this.#poll.isOpen ? this.#asked - this.#outbox.size : 0),
      onSettled: ({ instanceId, attempt, outcome }) => {
        const lease = this.#byAttempt.get(attemptName({ instanceId, attempt }));
        // One that its program goes on with is kept, because its slot is free once the program has ended it.
        if (lease?.goesOn === true) lease.end(outcome);
        else if (lease !== undefined) this.#end(lease, outcome);
      },
    });
    this.#watch();
  }

  get id(): string {
    return this.#executor.id;
  }

  /**
   * Offers the program the runs that it was given by a gateway which is gone, by their leases; resolves to the new lease of each. One
   * that is missing has ended, is another executor's or cannot run here.
   */
  offer(leases: readonly string[]): Promise<readonly ResumedLease[]> {
    return this.#offered.offer(this.#executor, leases);
  }

  /** Notes a call of the program, which has the leases that it was offered; resolves when their runs are this executor's. */
  called(): Promise<void> {
    this.#heard();
    return this.#offered.take(this.#executor);
  }

  get isDraining(): boolean {
    return this.#executor.isDraining;
  }

  /** Runs it holds. */
  get running(): number {
    return this.#leases.size;
  }

  /** Waits for runs as long as it may; a poll that another one replaced gets none. */
  async poll({ max, waitMs, ack }: Poll, caller: AbortSignal): Promise<readonly Lease[]> {
    this.#heard();
    this.#poll.end();
    this.#outbox.acknowledge(ack, (lease) => this.#leases.has(lease.id));
    if (this.#outbox.size > 0) return this.#outbox.take(max);
    this.#asked = max;
    const waited = this.#poll.wait(waitMs, caller);
    this.#executor.changed();
    const isReplaced = await waited;
    return isReplaced || caller.aborted ? [] : this.#outbox.take(max);
  }

  /** Notes what its process has used, which its record shows as its load. */
  report(usage: HeartbeatUsage): void {
    this.#usage.report(usage);
  }

  /** The number of the batch that was sent last. */
  get batch(): number {
    return this.#outbox.batch;
  }

  /** Waits until there is something new to ask of it; returns the runs that it is to end. `held`: the leases that its program says it has. */
  async heartbeat(waitMs: number, caller: AbortSignal, held?: string[]): Promise<readonly LeaseAbort[]> {
    this.#heard();
    for (const lease of this.#leases.values())
      if (lease.dropUnless(held)) this.#end(lease, LeaseOutcome.Lost);
    this.#heartbeat.end();
    if (waitMs > 0 && !this.#hasNewAbort)
      await this.#heartbeat.wait(Math.min(waitMs, this.#options.heartbeatMs), caller);
    const aborted = [...this.#leases.values()].filter(({ abort, isSent }) => abort !== null && isSent);
    if (!caller.aborted) for (const lease of aborted) lease.isAbortSent = true;
    return aborted.flatMap(({ abort }) => abort ?? []);
  }

  /** The leases among these that it neither holds nor has ended. */
  unknownOf(leases: readonly string[]): readonly string[] {
    return leases.filter((lease) => !this.#leases.has(lease) && this.#finished.get(lease) === undefined);
  }

  /** Calls back with each lease that it holds; returns the others. */
  reach<Item extends { readonly lease: string }>(
    items: readonly Item[],
    use: (lease: Lease, item: Item) => void,
  ): readonly string[] {
    this.#heard();
    const unknown = new Set<string>();
    for (const item of items) {
      const lease = this.#leases.get(item.lease);
      if (lease === undefined) unknown.add(item.lease);
      else use(lease, item);
    }
    return [...unknown];
  }

  /** Resolves to what became of each, once that is recorded; a call that is repeated resolves to the same. */
  settle(results: readonly LeaseResult[]): Promise<readonly LeaseOutcome[]> {
    this.#heard();
    return Promise.all(
      results.map(async (result) => {
        const lease = this.#leases.get(result.lease);
        if (lease === undefined) return this.#finished.get(result.lease) ?? LeaseOutcome.Refused;
        lease.settle(result);
        if (lease.isRecorded) this.#end(lease, await lease.outcome);
        return lease.outcome;
      }),
    );
  }

  /** Takes no more runs. */
  async drain(): Promise<void> {
    this.#heard();
    await this.#executor.drain();
    this.#poll.end();
    this.#heartbeat.end();
  }

  /** Gives up the runs it holds, which then end as `worker_lost`. */
  async leave(): Promise<void> {
    await this.#lose(`The executor "${this.id}" left before the run had ended`);
  }

  /** Lets runs finish within the grace, and settles the rest. */
  async close(graceMs: number): Promise<void> {
    const closing = this.#executor.close(graceMs);
    this.#poll.end();
    this.#heartbeat.end();
    await closing;
    this.#gone();
  }

  get #executor(): HostedExecutor {
    if (this.#hosted === null) throw new Error("The executor is used before it was opened");
    return this.#hosted;
  }

  get #hasNewAbort(): boolean {
    return [...this.#leases.values()].some(
      ({ abort, isSent, isAbortSent }) => abort !== null && isSent && !isAbortSent,
    );
  }

  #run(lease: Lease): Promise<unknown> {
    if (this.#lostBy !== null) return Promise.reject(new MoJobError(MoJobErrorCode.WorkerLost, this.#lostBy));
    this.#leases.set(lease.id, lease);
    this.#byAttempt.set(lease.name, lease);
    const { signal } = lease.context;
    signal.addEventListener("abort", () => {
      lease.abortWith(signal.reason);
      if (lease.isSent) this.#heartbeat.end();
      else this.#outbox.drop(lease);
    });
    if (this.#offered.has(lease.id)) {
      lease.isSent = true;
      lease.context.log.info(`The executor goes on with it as "${this.id}"`);
      return lease.ending;
    }
    this.#outbox.add(lease);
    // Runs that were admitted with it follow in this turn.
    if (this.#outbox.size === 1) queueMicrotask(() => this.#poll.end());
    return lease.ending;
  }

  #end(lease: Lease, outcome: LeaseOutcome): void {
    this.#leases.delete(lease.id);
    this.#byAttempt.delete(lease.name);
    this.#outbox.drop(lease);
    this.#finished.add(lease.id, outcome);
    lease.end(outcome);
  }

  #heard(): void {
    this.#heardMs = this.#options.host.clock.monotonicMs();
  }

  #watch(): void {
    const { host, silentMs, heartbeatMs } = this.#options;
    const dueMs = Math.max(this.#heardMs + silentMs, this.#watchedMs);
    const lateMs = host.clock.monotonicMs() - dueMs;
    // A process that did not turn could not hear either: what was sent meanwhile arrives now.
    if (lateMs >= heartbeatMs) this.#watchedMs = host.clock.monotonicMs() + heartbeatMs;
    else if (lateMs >= 0) {
      const message = `The executor "${this.id}" was silent for ${silentMs} ms`;
      this.#lose(message).catch(host.onError);
      return;
    }
    const waitMs = Math.max(-lateMs, 0) || heartbeatMs;
    this.#timer = host.clock.setTimer(() => this.#watch(), waitMs, { background: true });
  }

  async #lose(message: string): Promise<void> {
    this.#lostBy = message;
    // Before the runs end: none may be retried here.
    const closing = this.#executor.close(LOST_GRACE_MS);
    for (const lease of this.#leases.values()) lease.lose(message);
    this.#poll.end();
    this.#heartbeat.end();
    this.#options.onGone(this);
    await closing;
    this.#gone();
  }

  #gone(): void {
    this.#timer?.cancel();
    for (const lease of this.#leases.values()) this.#end(lease, LeaseOutcome.Lost);
    this.#options.onGone(this);
  }
}
