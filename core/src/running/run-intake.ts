import type { Clock } from "../base/clock.ts";
import { createId } from "../base/ids.ts";
import { dispatchAgain, type DispatchAgainOptions, nextAttemptOf } from "../dispatch/dispatch-again.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { Router } from "../dispatch/router.ts";
import type { AttemptRef } from "../model/instance/attempt-ref.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { isOpenTo } from "../model/begin/closed-gates.ts";
import { workerOf } from "../model/destination.ts";
import { mayHaveWaiting } from "../model/waiting/may-have-waiting.ts";
import { WhenFull } from "../model/option/value/when-full.ts";
import type { AdmissionResult } from "../model/write/admission.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import type { ExecutionRequest } from "../model/execution-request.ts";
import { allOf } from "./all-of.ts";
import type { SlotEnd } from "./attempt/admitted-run.ts";
import type { AttemptLoop } from "./attempt/attempt-loop.ts";
import type { AttemptSettler } from "./attempt/attempt-settler.ts";
import { beginningsAt, changeOf, laneAsksAt, whileIn } from "./beginnings.ts";
import { BroadcastIntake } from "./broadcast-intake.ts";
import type { AttemptWriter } from "./attempt/attempt-writer.ts";
import { ChainedRuns } from "./chained-runs.ts";
import { replaceOlder } from "../waiting/line/replace-older.ts";
import { rateOf } from "../waiting/turns/rate.ts";
import { RateGate } from "../waiting/turns/rate-gate.ts";
import { type TurnOutcome, Turns } from "../waiting/turns/turns.ts";
import type { Requested } from "./judge-requests.ts";
import { isNode, isRetry, Refusals } from "./refusals.ts";
import {
  type ParkedRequest,
  type RunnableRequest,
  sortRequests,
  type SortRequestsOptions,
} from "./sort-requests.ts";
import { waitForOwnCode } from "./wait-for-own-code.ts";
import type { OwnRuns } from "./worker/own-runs.ts";
import { factsOf } from "./worker/worker-facts.ts";
import type { WorkerLoad } from "./worker/worker-load.ts";

export interface RunIntakeOptions extends SortRequestsOptions {
  /** The worker's id. */
  readonly worker: string;
  readonly state: IMoStateStore;
  readonly dispatcher: Dispatcher;
  /** @default runs stay with their executors */
  readonly router?: Router;
  readonly clock: Clock;
  readonly writer: AttemptWriter;
  readonly settler: AttemptSettler;
  readonly load: WorkerLoad;
  readonly own: OwnRuns;
  readonly loop: AttemptLoop;
  /** As `JobExecutorOptions.onTurnEnded`. */
  readonly onTurnEnded?: (run: JobInstance) => void;
  /** As `JobExecutorOptions.onAsked`. */
  readonly onAsked?: (runs: readonly JobInstance[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

interface TakeOptions {
  /** They waited for a slot, and their turn has come. */
  readonly hasWaited: boolean;
  readonly onLeft: (left: readonly ExecutionRequest[]) => void;
  /** Called for each once it is known what becomes of it. */
  readonly onKnown: (outcome: TurnOutcome) => void;
}

/** A request for a run that was not admitted. */
interface NotBegun extends Requested {
  readonly attempt: AttemptRef;
  readonly hasWaited: boolean;
}

/**
 * The side of a worker that runtimes deliver to. It takes requests for attempts, and turns of runs that waited: admits each, and
 * has those run that were admitted. A request is harmless twice: only one admission of an attempt can win.
 */
export class RunIntake {
  readonly #options: RunIntakeOptions;
  readonly #delivery: DispatchAgainOptions;
  readonly #refuse: Refusals;
  readonly #turns: Turns;
  readonly #handed: ChainedRuns;
  readonly #broadcasts: BroadcastIntake;
  /** Its runs, and how many more it takes. */
  readonly load: WorkerLoad;

  constructor(options: RunIntakeOptions) {
    const { tenant, dispatcher, router, clock, writer, settler, load, state, onError } = options;
    const store = options.store.instances;
    this.#options = options;
    this.load = load;
    this.#delivery = { store, dispatcher, clock, ...(router !== undefined && { router }) };
    this.#broadcasts = new BroadcastIntake({ ...options, store });
    this.#refuse = new Refusals({ clock, writer, settler, attemptOf: this.#attemptOf.bind(this) });
    this.#turns = new Turns({
      ...this.#delivery,
      tenant,
      store,
      rates: new RateGate({ tenant, state }),
      capacity: () => load.capacity,
      begin: (runs) => this.#beginTurns(runs),
      onError,
    });
    this.#handed = new ChainedRuns({ ...options, turns: this.#turns });
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

  /** Whether it takes runs of the job: the worker takes new runs, the job may go to it, and one of its runners can run it. */
  canRun(definition: JobDefinition): boolean {
    const { load, runners, described } = this.#options;
    const hasRunner = runners.some((runner) => runner.canRun(definition));
    return isOpenTo(factsOf(described, hasRunner, load.isDraining), definition);
  }

  /** Whether it has this run, from the arrival of its request until it is settled. */
  holds(instanceId: string): boolean {
    return this.#options.own.has(instanceId);
  }

  /** Resolves when no turn is being given. */
  async untilIdle(): Promise<void> {
    await this.#handed.untilIdle();
    await this.#turns.close();
  }

  async #take(requests: readonly ExecutionRequest[], options: TakeOptions): Promise<void> {
    const { hasWaited, onLeft, onKnown } = options;
    const { load } = this.#options;
    let waiting = 0;
    const wait = (change: number): void => {
      waiting += change;
      load.take(change);
    };
    wait(requests.length);
    try {
      const { runnable, refused, parked, left } = await sortRequests(requests, this.#options, this.#refuse);
      if (left.length > 0) onLeft(left);
      for (const _ of left) onKnown("left");
      wait(runnable.length - requests.length);
      const ended = refused.map((refusal) => refusal.finally(() => onKnown("refused")));
      const onAdmission = (outcome: AdmissionResult["outcome"]): void => {
        wait(-1);
        onKnown(outcome);
      };
      const broadcasts = runnable.filter(BroadcastIntake.isFor);
      const runs = broadcasts.length === 0 ? runnable : runnable.filter((one) => !broadcasts.includes(one));
      const begun = this.#begin(runs, hasWaited, onAdmission);
      const spread = broadcasts.map((one) => this.#broadcasts.begin(one, onAdmission));
      await allOf([...ended, ...parked.map((one) => this.#park(one, options)), ...begun, ...spread]);
    } finally {
      wait(-waiting);
      load.changed();
    }
  }

  /** A pause, or another run, that ends meanwhile hands over what was marked by then: this run goes on after all. */
  async #park({ request, mark }: ParkedRequest, options: TakeOptions): Promise<void> {
    const isOver = await mark();
    if (isOver && !options.hasWaited) return this.#take([request], options);
    // Its mark has taken it out of those that wait in its lane: it arrives there again.
    if (isOver) options.onLeft([request]);
    options.onKnown(isOver ? "left" : "refused");
  }

  /** Begins runs whose turn has come; resolves, once it is known which do, to what became of them. Never rejects. */
  #beginTurns(runs: readonly JobInstance[]): Promise<readonly TurnOutcome[]> {
    const { worker, onError } = this.#options;
    return new Promise((resolve) => {
      const known: TurnOutcome[] = [];
      const onKnown = (outcome: TurnOutcome): void => {
        if (known.push(outcome) === runs.length) resolve(known);
      };
      const onLeft = (requests: readonly ExecutionRequest[]): void => {
        const ids = new Set(requests.map(({ instanceId }) => instanceId));
        const others = runs.filter(({ id }) => ids.has(id));
        dispatchAgain(others, this.#delivery).catch(onError);
      };
      const isElsewhere = ({ routing }: JobInstance): boolean => (workerOf(routing)?.id ?? worker) !== worker;
      // Another executor of the tenant may have taken its last places meanwhile.
      const here = runs.filter((run) => !isElsewhere(run)).slice(0, this.capacity);
      const elsewhere = runs.filter((run) => !here.includes(run));
      dispatchAgain(elsewhere, this.#delivery).catch(onError);
      for (const _ of elsewhere) onKnown("left");
      this.#take(here.map(nextAttemptOf), { hasWaited: true, onLeft, onKnown }).catch((error: unknown) => {
        resolve(runs.map((_, index) => known[index] ?? "left"));
        onError(error);
      });
    });
  }

  /** Admits requests and runs each when its own admission is written: very many are admitted piece by piece. */
  #begin(
    runnable: readonly RunnableRequest[],
    hasWaited: boolean,
    onAdmission: (outcome: AdmissionResult["outcome"]) => void,
  ): readonly Promise<void>[] {
    // One moment and one claim for all: what is equal is made once, and a store writes it in one statement.
    const { clock, own, writer, loop, onTurnEnded } = this.#options;
    const now = clock.now();
    const claim = createId(now);
    const hold = own.take(runnable.map(({ request }) => request.instanceId));
    const beginningOf = beginningsAt(now);
    const laneAskOf = laneAsksAt(now, hasWaited);
    return runnable.map(async ({ request, definition, runner }, index) => {
      const attempt = this.#attemptOf(request, claim);
      const isSnoozed = request.attempt > 1 && !isRetry(request);
      try {
        const change = changeOf(beginningOf(attempt, definition, request), definition);
        const admission = {
          change: hasWaited ? whileIn(request.lane, change) : change,
          lane: request.lane,
          ...laneAskOf(attempt, definition, isSnoozed || isNode(request)),
        };
        let outcome: AdmissionResult["outcome"] = "refused";
        let answer: AdmissionResult;
        try {
          answer = await writer.admit(admission);
          outcome = answer.outcome;
        } finally {
          onAdmission(outcome);
        }
        if (answer.outcome !== "admitted") {
          await this.#notBegun(answer, { request, definition, attempt, hasWaited });
        } else if (runner.begin !== undefined) {
          await runner.begin(answer.instance);
        } else {
          // An edit has moved it since it was requested: nobody has replaced anything for it there.
          if (answer.instance.lane !== request.lane) await this.#replaceOlder(answer.instance, definition);
          const slot = await loop.run({ instance: answer.instance, attempt, definition, runner });
          this.ended(answer.instance.lane, definition, slot);
          if (hasWaited) onTurnEnded?.(answer.instance);
        }
      } finally {
        hold.letGo(index);
      }
    });
  }

  /** What follows for a run that was not admitted: it waits in its lane from now on, finds it full, or is no longer to begin. */
  async #notBegun(
    answer: Exclude<AdmissionResult, { readonly outcome: "admitted" }>,
    { request, definition, attempt, hasWaited }: NotBegun,
  ): Promise<void> {
    const { maxConcurrency, whenFull, rateLimit } = definition.options;
    const rate = rateOf(rateLimit);
    if (answer.outcome === "waits") {
      // One of a job with a rate makes room for itself when it has its turn.
      if (rate === null) await this.#replaceOlder(answer.instance, definition);
      this.#turns.joined(answer.instance.lane, maxConcurrency ?? 1, rate);
    } else if (answer.outcome === "full") {
      // One whose turn it was waits on, where its job queues.
      const waitsOn = hasWaited && (whenFull !== WhenFull.Skip || isNode(request));
      if (!waitsOn) await this.#refuse.full(request, definition);
      else if (rate !== null) await this.#replaceOlder(request, definition);
    } else if (isRetry(request)) {
      await waitForOwnCode(attempt, { ...this.#delivery, writer: this.#options.writer });
    }
  }

  /** A run has left its lane: the next one that waits there may begin, if it has not yet. */
  ended(lane: string, definition: JobDefinition, slot: SlotEnd): void {
    const { whenFull } = definition.options;
    const inForce = this.#options.cache.known(definition.key) ?? definition;
    const rate = rateOf(inForce.options.rateLimit);
    if (rate !== null && slot.begun === null) {
      // Without a limit nothing is given back: the next may begin when the rate grants it.
      if (inForce.options.maxConcurrency !== null) this.#turns.freed(lane, rate);
    } else if (whenFull !== WhenFull.Skip || mayHaveWaiting(inForce)) this.#handed.ended(lane, slot);
  }

  async #replaceOlder(
    run: Pick<JobInstance, "jobKey" | "lane">,
    { options: { whenFull, maxConcurrency } }: JobDefinition,
  ): Promise<void> {
    const { onTurnEnded, onError } = this.#options;
    if (whenFull !== WhenFull.Replace || maxConcurrency === null) return;
    try {
      for (const ended of await replaceOlder(run, maxConcurrency, this.#options)) onTurnEnded?.(ended);
    } catch (error) {
      // It waits for its turn all the same.
      onError(error);
    }
  }

  #attemptOf({ instanceId, attempt }: ExecutionRequest, claim: string): AttemptRef {
    return { tenant: this.#options.tenant, id: instanceId, attempt, claim, worker: this.#options.worker };
  }
}
