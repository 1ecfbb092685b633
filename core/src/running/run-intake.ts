import type { Clock } from "../base/clock.ts";
import { createId } from "../base/ids.ts";
import { dispatchAgain, type DispatchAgainOptions, nextAttemptOf } from "../dispatch/dispatch-again.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { Router } from "../dispatch/router.ts";
import type { AttemptRef } from "../model/instance/attempt-ref.ts";
import type { InstanceChange } from "../model/instance/instance-change.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { begin } from "../model/instance/transitions.ts";
import { waitForSlot } from "../model/waiting/park.ts";
import { WhenFull } from "../model/option/value/when-full.ts";
import type { AdmissionAnswer } from "../ports/instance-store.ts";
import type { ExecutionRequest } from "../ports/runtime.ts";
import type { AttemptLoop } from "./attempt/attempt-loop.ts";
import type { AttemptSettler } from "./attempt/attempt-settler.ts";
import type { AttemptWriter } from "./attempt/attempt-writer.ts";
import { LaneTurns } from "./lanes/lane-turns.ts";
import { replaceOlder } from "./lanes/replace-older.ts";
import { Refusals } from "./refusals.ts";
import { type RunnableRequest, sortRequests, type SortRequestsOptions } from "./sort-requests.ts";
import type { HeldRuns } from "./worker/held-runs.ts";
import type { WorkerLoad } from "./worker/worker-load.ts";

export interface RunIntakeOptions extends SortRequestsOptions {
  /** The worker's id. */
  readonly worker: string;
  readonly dispatcher: Dispatcher;
  /** @default runs stay with their executors */
  readonly router?: Router;
  readonly clock: Clock;
  readonly writer: AttemptWriter;
  readonly settler: AttemptSettler;
  readonly load: WorkerLoad;
  readonly held: HeldRuns;
  readonly loop: AttemptLoop;
  /** As `JobExecutorOptions.onTurnEnded`. */
  readonly onTurnEnded?: (run: JobInstance) => void;
  readonly onError: (error: unknown) => void;
}

interface TakeOptions {
  /** They waited for a slot, and their turn has come. */
  readonly hasWaited: boolean;
  readonly onLeft: (left: readonly ExecutionRequest[]) => void;
  /** Called for each once it is known whether it takes a slot, or finds none. */
  readonly onKnown: (isTaken: boolean) => void;
}

/**
 * The side of a worker that runtimes deliver to. It takes requests for attempts, and turns of runs that waited: admits each, and
 * has those run that were admitted.
 *
 * A request is harmless twice: only one admission of an attempt can win.
 */
export class RunIntake {
  readonly #options: RunIntakeOptions;
  readonly #delivery: DispatchAgainOptions;
  readonly #refuse: Refusals;
  readonly #turns: LaneTurns;

  constructor(options: RunIntakeOptions) {
    const { tenant, dispatcher, router, clock, writer, settler, load, onError } = options;
    const store = options.store.instances;
    this.#options = options;
    this.#delivery = { store, dispatcher, clock, ...(router !== undefined && { router }) };
    this.#refuse = new Refusals({ clock, writer, settler, attemptOf: this.#attemptOf.bind(this) });
    this.#turns = new LaneTurns({
      ...this.#delivery,
      tenant,
      store,
      capacity: () => load.capacity,
      begin: (runs) => this.#beginTurns(runs),
      onError,
    });
  }

  /** The worker's id. */
  get id(): string {
    return this.#options.worker;
  }

  /** Whether the worker takes no more. */
  get isDraining(): boolean {
    return this.#options.load.isDraining;
  }

  /** How many more requests it takes now. */
  get capacity(): number {
    return this.#options.load.capacity;
  }

  /**
   * Takes requests: admits each, runs what was admitted, and resolves when all of it is settled. `onLeft` is called with
   * those this worker has no runner for: they stay as they are, because another worker may have one, now or after a deploy.
   */
  async execute(
    requests: readonly ExecutionRequest[],
    onLeft: (left: readonly ExecutionRequest[]) => void = () => {},
  ): Promise<void> {
    await this.#take(requests, { hasWaited: false, onLeft, onKnown: () => {} });
  }

  /** Whether it takes runs of the job: the worker is not leaving, and one of its runners can run it. */
  canRun(definition: JobDefinition): boolean {
    const { load, runners } = this.#options;
    return !load.isDraining && runners.some((runner) => runner.canRun(definition));
  }

  /** Whether it has this run, from the arrival of its request until it is settled. */
  holds(instanceId: string): boolean {
    return this.#options.held.has(instanceId);
  }

  /** Resolves when no turn is being given. */
  untilIdle(): Promise<void> {
    return this.#turns.untilIdle();
  }

  async #take(
    requests: readonly ExecutionRequest[],
    { hasWaited, onLeft, onKnown }: TakeOptions,
  ): Promise<void> {
    const { load } = this.#options;
    let waiting = 0;
    const wait = (change: number): void => {
      waiting += change;
      load.take(change);
    };
    wait(requests.length);
    try {
      const { runnable, refused, left } = await sortRequests(requests, this.#options, this.#refuse);
      if (left.length > 0) onLeft(left);
      for (const _ of left) onKnown(true);
      wait(runnable.length - requests.length);
      const ended = refused.map((refusal) => refusal.finally(() => onKnown(false)));
      const begun = this.#begin(runnable, hasWaited, (outcome) => {
        wait(-1);
        onKnown(outcome !== "refused");
      });
      await allOf([...ended, ...begun]);
    } finally {
      wait(-waiting);
      load.changed();
    }
  }

  /** Begins runs whose turn has come; resolves, once it is known which do, to how many of their slots are left. Never rejects. */
  #beginTurns(runs: readonly JobInstance[]): Promise<number> {
    const { onError } = this.#options;
    return new Promise((resolve) => {
      let [unknown, left] = [runs.length, 0];
      const onKnown = (isTaken: boolean): void => {
        left += isTaken ? 0 : 1;
        unknown -= 1;
        if (unknown === 0) resolve(left);
      };
      const onLeft = (requests: readonly ExecutionRequest[]): void => {
        const ids = new Set(requests.map(({ instanceId }) => instanceId));
        const others = runs.filter(({ id }) => ids.has(id));
        dispatchAgain(others, this.#delivery).catch(onError);
      };
      const isElsewhere = ({ routing }: JobInstance): boolean =>
        routing !== null && routing.executor !== null && routing.executor.id !== this.#options.worker;
      const elsewhere = runs.filter(isElsewhere);
      dispatchAgain(elsewhere, this.#delivery).catch(onError);
      for (const _ of elsewhere) onKnown(true);
      const here = runs.filter((run) => !isElsewhere(run));
      this.#take(here.map(nextAttemptOf), { hasWaited: true, onLeft, onKnown }).catch((error: unknown) => {
        resolve(0);
        onError(error);
      });
    });
  }

  /** Admits requests and runs each when its own admission is written: very many are admitted piece by piece. */
  #begin(
    runnable: readonly RunnableRequest[],
    hasWaited: boolean,
    onAdmission: (outcome: AdmissionAnswer["outcome"]) => void,
  ): readonly Promise<void>[] {
    // One moment and one claim for all: what is equal is made once, and a store writes it in one statement.
    const { clock, held, writer, loop, onTurnEnded } = this.#options;
    const now = clock.now();
    const claim = createId(now);
    const hold = held.take(runnable.map(({ request }) => request.instanceId));
    const firsts = new Map<JobDefinition, InstanceChange>();
    const beginningOf = (attempt: AttemptRef, definition: JobDefinition, retry?: number): InstanceChange => {
      const { retryCount } = definition.options;
      if (attempt.attempt > 1) return begin(attempt, now, retryCount, retry);
      const same = firsts.get(definition);
      if (same !== undefined) return { ...same, id: attempt.id };
      const first = begin(attempt, now, retryCount);
      firsts.set(definition, first);
      return first;
    };
    return runnable.map(async ({ request, definition, runner }, index) => {
      const attempt = this.#attemptOf(request, claim);
      const { maxConcurrency: limit, whenFull } = definition.options;
      const queues = whenFull !== WhenFull.Skip;
      try {
        const admission = {
          change: beginningOf(attempt, definition, request.retry),
          lane: request.lane,
          limit,
          ...(hasWaited && { hasWaited }),
          ...(queues && !hasWaited && limit !== null && { waiting: waitForSlot(attempt, now, limit) }),
        };
        let outcome: AdmissionAnswer["outcome"] = "refused";
        let answer: AdmissionAnswer;
        try {
          answer = await writer.admit(admission);
          outcome = answer.outcome;
        } finally {
          onAdmission(outcome);
        }
        if (answer.outcome === "waits") await this.#letWait(answer.instance, definition);
        // One whose turn it was waits on.
        else if (answer.outcome === "full" && !hasWaited) return await this.#refuse.full(request, definition);
        else if (answer.outcome === "admitted") {
          await loop.run({ instance: answer.instance, attempt, definition, runner });
          if (queues) this.#turns.freed(request.lane);
          if (hasWaited) onTurnEnded?.(answer.instance);
        }
      } finally {
        hold.letGo(index);
      }
    });
  }

  /** Makes room for a run that waits, where its job replaces, and looks whether it is its turn already. */
  async #letWait(run: JobInstance, { options }: JobDefinition): Promise<void> {
    const { onTurnEnded, onError } = this.#options;
    if (options.whenFull === WhenFull.Replace && options.maxConcurrency !== null) {
      try {
        for (const ended of await replaceOlder(run, options.maxConcurrency, this.#options))
          onTurnEnded?.(ended);
      } catch (error) {
        // It waits for its turn all the same.
        onError(error);
      }
    }
    this.#turns.joined(run.lane, options.maxConcurrency ?? 1);
  }

  #attemptOf({ instanceId, attempt }: ExecutionRequest, claim: string): AttemptRef {
    return { tenant: this.#options.tenant, id: instanceId, attempt, claim, worker: this.#options.worker };
  }
}

/** Resolves when all have ended; rejects then with the first that failed. */
async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(work);
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
