import { FEATURES } from "@mojob/features";
import { isMoJobError, type JobInstance, type JobRegistration, type MoJobScheduler } from "@mojob/core";
import {
  ControlPlane,
  enqueue,
  createEngine,
  type Engine,
  findPostponed,
  CodeRunner,
  JobExecutor,
  registerJobs,
} from "@mojob/core/engine";
import type { ExecutionRequest } from "@mojob/core/ports";
import type { FakeClock } from "@mojob/core/testing";
import { EventBusInMemory } from "@mojob/memory";
import type { Stores } from "../chaos/faults/intercept.ts";
import type { HeldRequest, HeldRequests } from "./held-requests.ts";
import type { HeldWrites } from "./held-writes.ts";
import { argsOf, defineModelJobs, JOB, lanePartOf, nominalTimeOf } from "./model-job.ts";
import { type PlaneName, type ProcessName, type WorkerName, WORKERS } from "./processes.ts";
import type { RunningCode } from "./running-code.ts";
import { withSplitWaits } from "./split-waits.ts";
import type { ResolvedWorldOptions } from "./world-options.ts";

export const TENANT = "default";
const NEVER = new AbortController().signal;
/** The code of a world asks its scheduler for nothing. */
const NO_SCHEDULER = {} as MoJobScheduler;

/** What the processes stand on: whatever they ask of it waits there. */
export interface ClusterSurroundings {
  readonly options: ResolvedWorldOptions;
  readonly clock: FakeClock;
  readonly writes: HeldWrites;
  readonly requests: HeldRequests;
  readonly code: RunningCode;
}

/** Two control planes and two workers, of the core's own code, and the steps of each. */
export class ModelCluster {
  readonly #surroundings: ClusterSurroundings;
  readonly #engines = new Map<ProcessName, Engine>();
  readonly #planes = new Map<PlaneName, ControlPlane>();
  readonly #workers = new Map<WorkerName, JobExecutor>();

  /** A process exists from its first step on: worlds are made by the ten thousand, and most steps are of few of them. */
  constructor(surroundings: ClusterSurroundings) {
    this.#surroundings = surroundings;
  }

  /** Makes the jobs known, and what follows the ends of their runs. */
  async register(): Promise<void> {
    const { registry } = this.#plane("plane-0").scheduler;
    const jobs = this.#jobs("plane-0");
    await registerJobs({ app: "model", jobs, registry, onWarning: () => {} });
  }

  /** Shows the workers, and gives what follows ends its place. */
  async appear(): Promise<void> {
    const { options, writes } = this.#surroundings;
    if (options.hasExecutors)
      for (const name of WORKERS.slice(0, options.workers))
        await writes.seenBy(name).store.executors.save(this.#worker(name).describe());
    if (options.broadcasts || options.hasChild) await this.#plane("plane-0").following.catchUp(NEVER);
  }

  /** The ids of the executors that its workers are. */
  executorOf(name: WorkerName): string {
    return this.#worker(name).id;
  }

  /** Asks for one run. @throws MoJobError `waiting_limit` where there is no room for it */
  async trigger(name: PlaneName, id: string): Promise<string> {
    const { cache, creator } = this.#engine(name);
    const definition = await cache.get(JOB);
    if (definition === null) throw new Error("There is no job");
    const { options } = this.#surroundings;
    const { instance } = await creator.createOne({
      id,
      definition,
      args: argsOf(id, options),
      priority: 3,
      dueAt: null,
      skipReason: null,
      missed: null,
      fingerprint: null,
      trigger: { type: "api" },
    });
    return instance.id;
  }

  async fire(name: PlaneName, ids: readonly string[]): Promise<void> {
    const { cache, creator } = this.#engine(name);
    const definition = await cache.get(JOB);
    if (definition === null) throw new Error("There is no job");
    await creator.create(
      ids.map((id) => ({
        id,
        definition,
        args: argsOf(id, this.#surroundings.options),
        priority: 3,
        dueAt: null,
        skipReason: null,
        missed: null,
        fingerprint: null,
        trigger: { type: "cron", nominalTime: nominalTimeOf(id) } as const,
        ...lanePartOf(id, this.#surroundings.options),
      })),
    );
  }

  async execute(name: WorkerName, requests: readonly HeldRequest[]): Promise<void> {
    const { debounces } = this.#surroundings.options;
    if (debounces) await this.#executeDue(name, requests);
    else
      await this.#execute(
        name,
        requests.map(({ request }) => request),
      );
  }

  /** As a runtime does when the time of a delayed run has come: it may have been postponed meanwhile. */
  async #executeDue(name: WorkerName, held: readonly HeldRequest[]): Promise<void> {
    const { clock, writes, requests } = this.#surroundings;
    const { instances } = writes.seenBy(name).store;
    const now = clock.now();
    for (const one of held) {
      const { request } = one;
      const isDelayed = request.dueAt !== null && (request.retry ?? request.attempt - 1) === 0;
      const [isEnqueued] = isDelayed
        ? await instances.update([
            enqueue({ tenant: TENANT, id: request.instanceId }, now, request.attempt, now),
          ])
        : [true];
      const [postponed] =
        isEnqueued === true ? [] : (await findPostponed(instances, TENANT, [request], now)).values();
      if (postponed === undefined) await this.#worker(name).intake.execute([request]);
      else requests.postpone(one, postponed.scheduledFor);
    }
  }

  async #execute(name: WorkerName, requests: readonly ExecutionRequest[]): Promise<void> {
    const due = requests.filter(({ attempt, retry = attempt - 1, dueAt }) => retry === 0 && dueAt !== null);
    // As a runtime does when the time of a delayed run has come.
    if (due.length > 0) {
      const { clock, writes } = this.#surroundings;
      const { instances } = writes.seenBy(name).store;
      await instances.update(
        due.map(({ instanceId, attempt, dueAt }) =>
          // Its time has come: the clock of a world goes on only where a step says so.
          enqueue({ tenant: TENANT, id: instanceId }, clock.now(), attempt, new Date(dueAt ?? clock.now())),
        ),
      );
    }
    await this.#worker(name).intake.execute(requests);
  }

  async recover(name: PlaneName, lost: readonly JobInstance[]): Promise<void> {
    await this.#plane(name).reconciler.recover(lost);
  }

  /** Resolves to the state that the run is reported to be in. */
  async cancel(name: PlaneName, id: string): Promise<string> {
    try {
      const { state } = await this.#plane(name).scheduler.instances.cancel(id);
      return state;
    } catch (error) {
      if (!isMoJobError(error, "already_terminal")) throw error;
      return /ended as "(\w+)"/.exec(error.message)?.[1] ?? "";
    }
  }

  async disable(name: PlaneName): Promise<void> {
    const { jobs } = this.#plane(name).scheduler;
    const { definition } = await jobs.get(JOB);
    await jobs.update(JOB, { disabled: true }, definition.revision);
  }

  /** Lets one more run begin at a time. */
  async raise(name: PlaneName): Promise<void> {
    const { jobs } = this.#plane(name).scheduler;
    const { definition } = await jobs.get(JOB);
    const { maxConcurrency } = definition.options;
    await jobs.update(JOB, { maxConcurrency: (maxConcurrency ?? 0) + 1 }, definition.revision);
  }

  async pause(name: PlaneName): Promise<void> {
    await this.#plane(name).scheduler.jobs.pause(JOB, { waiting: this.#surroundings.options.pauseTo });
  }

  /** Ends what has waited for too long. */
  async endWaits(name: PlaneName): Promise<void> {
    await this.#plane(name)
      .duties.find((duty) => duty.name === "wait")
      ?.run(NEVER);
  }

  /** Does what follows ends. */
  async follow(name: PlaneName): Promise<void> {
    await this.#plane(name).following.catchUp(NEVER);
  }

  async resume(name: PlaneName): Promise<void> {
    await this.#plane(name).scheduler.jobs.resume(JOB);
  }

  /** Releases what a pause left held, as the reconciler does when it looks at all that is open. */
  async look(name: PlaneName): Promise<void> {
    await this.#plane(name).reconciler.reconcile(this.#surroundings.clock.now());
  }

  #plane(name: PlaneName): ControlPlane {
    return made(this.#planes, name, () => new ControlPlane(this.#engine(name)));
  }

  #worker(name: WorkerName): JobExecutor {
    return made(this.#workers, name, () => this.#createWorker(name));
  }

  #engine(name: ProcessName): Engine {
    return made(this.#engines, name, () => this.#createEngine(name));
  }

  #createEngine(name: ProcessName): Engine {
    const { clock, requests } = this.#surroundings;
    return createEngine({
      features: FEATURES,
      tenant: TENANT,
      ...this.#storesOf(name),
      bus: requests.before(new EventBusInMemory({ clock })),
      runtime: requests,
      clock,
      onError: () => {},
    });
  }

  #createWorker(name: WorkerName): JobExecutor {
    const { clock } = this.#surroundings;
    const { cache, secrets, callbacks, dispatcher, debugMode, router } = this.#engine(name);
    return new JobExecutor({
      scheduler: NO_SCHEDULER,
      tenant: TENANT,
      app: "model",
      runners: [new CodeRunner("model", this.#jobs(name), null)],
      ...this.#storesOf(name),
      cache,
      secrets,
      callbacks,
      dispatcher,
      router,
      debugMode,
      clock,
      runtime: { name: "node", version: "" },
      worker: { abortGraceMs: 50, name },
      onError: () => {},
    });
  }

  #storesOf(name: ProcessName): Stores {
    const { options, writes } = this.#surroundings;
    const stores = writes.seenBy(name);
    return options.splitsWaits ? withSplitWaits(stores) : stores;
  }

  #jobs(name: ProcessName): readonly JobRegistration[] {
    const { options, code } = this.#surroundings;
    return defineModelJobs(options, (args, context) => code.execute(name, args, context));
  }
}

function made<Name, Made>(all: Map<Name, Made>, name: Name, make: () => Made): Made {
  const found = all.get(name) ?? make();
  all.set(name, found);
  return found;
}
