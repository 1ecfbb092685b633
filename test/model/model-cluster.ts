import { isMoJobError, type JobInstance } from "@mojob/core";
import {
  ControlPlane,
  enqueue,
  createEngine,
  createScheduler,
  type Engine,
  CodeRunner,
  JobExecutor,
  registerJobs,
} from "@mojob/core/engine";
import type { ExecutionRequest } from "@mojob/core/ports";
import type { FakeClock } from "@mojob/core/testing";
import { EventBusInMemory } from "@mojob/memory";
import type { Stores } from "../chaos/faults/intercept.ts";
import type { HeldRequests } from "./held-requests.ts";
import type { HeldWrites } from "./held-writes.ts";
import { defineModelJob, JOB, lanePartOf, nominalTimeOf } from "./model-job.ts";
import type { PlaneName, ProcessName, WorkerName } from "./processes.ts";
import type { RunningCode } from "./running-code.ts";
import { withSplitWaits } from "./split-waits.ts";
import type { ResolvedWorldOptions } from "./world-options.ts";

export const TENANT = "default";

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
  readonly #planes: Readonly<Record<PlaneName, ControlPlane>>;
  readonly #workers: Readonly<Record<WorkerName, JobExecutor>>;

  constructor(surroundings: ClusterSurroundings) {
    this.#surroundings = surroundings;
    this.#planes = {
      "plane-0": new ControlPlane(this.#createEngine("plane-0")),
      "plane-1": new ControlPlane(this.#createEngine("plane-1")),
    };
    this.#workers = {
      "worker-0": this.#createWorker("worker-0"),
      "worker-1": this.#createWorker("worker-1"),
    };
  }

  /** Makes the job known. */
  async register(): Promise<void> {
    const { registry } = this.#planes["plane-0"].scheduler;
    const jobs = [this.#job("plane-0")];
    await registerJobs({ app: "model", jobs, registry, onWarning: () => {} });
  }

  async fire(name: PlaneName, ids: readonly string[]): Promise<void> {
    const { cache, creator } = this.#planes[name].engine;
    const definition = await cache.get(JOB);
    if (definition === null) throw new Error("There is no job");
    await creator.create(
      ids.map((id) => ({
        id,
        definition,
        args: null,
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

  async execute(name: WorkerName, requests: readonly ExecutionRequest[]): Promise<void> {
    const due = requests.filter(({ attempt, retry = attempt - 1, dueAt }) => retry === 0 && dueAt !== null);
    // As a runtime does when the time of a delayed run has come.
    if (due.length > 0) {
      const { clock, writes } = this.#surroundings;
      const { instances } = writes.seenBy(name).store;
      await instances.update(
        due.map(({ instanceId, attempt, dueAt }) =>
          // Its time has come: the clock of a world goes on only where a step says so.
          enqueue({ tenant: TENANT, id: instanceId }, clock.now(), attempt, dueAt ?? clock.now()),
        ),
      );
    }
    await this.#workers[name].intake.execute(requests);
  }

  async recover(name: PlaneName, lost: readonly JobInstance[]): Promise<void> {
    await this.#planes[name].reconciler.recover(lost);
  }

  /** Resolves to the state that the run is reported to be in. */
  async cancel(name: PlaneName, id: string): Promise<string> {
    try {
      const { state } = await this.#planes[name].scheduler.instances.cancel(id);
      return state;
    } catch (error) {
      if (!isMoJobError(error, "already_terminal")) throw error;
      return /ended as "(\w+)"/.exec(error.message)?.[1] ?? "";
    }
  }

  async disable(name: PlaneName): Promise<void> {
    const { jobs } = this.#planes[name].scheduler;
    const { definition } = await jobs.get(JOB);
    await jobs.update(JOB, { disabled: true }, definition.revision);
  }

  async pause(name: PlaneName): Promise<void> {
    await this.#planes[name].scheduler.jobs.pause(JOB);
  }

  async resume(name: PlaneName): Promise<void> {
    await this.#planes[name].scheduler.jobs.resume(JOB);
  }

  /** Releases what a pause left held, as the reconciler does when it looks at all that is open. */
  async look(name: PlaneName): Promise<void> {
    await this.#planes[name].reconciler.reconcile(this.#surroundings.clock.now());
  }

  #createEngine(name: ProcessName): Engine {
    const { clock, requests } = this.#surroundings;
    return createEngine({
      tenant: TENANT,
      ...this.#storesOf(name),
      bus: new EventBusInMemory({ clock }),
      runtime: requests,
      clock,
      onError: () => {},
    });
  }

  #createWorker(name: WorkerName): JobExecutor {
    const { clock } = this.#surroundings;
    const engine = this.#createEngine(name);
    const { cache, secrets, callbacks, dispatcher, debugMode } = engine;
    return new JobExecutor({
      scheduler: createScheduler(engine),
      tenant: TENANT,
      app: "model",
      runners: [new CodeRunner("model", [this.#job(name)], null)],
      ...this.#storesOf(name),
      cache,
      secrets,
      callbacks,
      dispatcher,
      debugMode,
      clock,
      runtime: { name: "node", version: "" },
      worker: { abortGraceMs: 50 },
      onError: () => {},
    });
  }

  #storesOf(name: ProcessName): Stores {
    const { options, writes } = this.#surroundings;
    const stores = writes.seenBy(name);
    return options.splitsWaits ? withSplitWaits(stores) : stores;
  }

  #job(name: ProcessName): ReturnType<typeof defineModelJob> {
    const { options, code } = this.#surroundings;
    return defineModelJob(options, (context) => code.execute(name, context));
  }
}
