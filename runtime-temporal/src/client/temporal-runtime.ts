import { type JobInstance, JobState } from "@mojob/core";
import { RunOwners, orchestratorQueue, schedulerWorkflowId, liveSince } from "@mojob/core/engine";
import {
  type Carrier,
  type Clock,
  type IMoJobScheduleMetadataStore,
  type IMoRuntime,
  type JobExecutionRequested,
  LAST_PRIORITY,
} from "@mojob/core/ports";
import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import { DUTIES_CHANGED, DUTY_DUE, type SchedulerInput } from "../workflows/protocol.ts";
import { CallGate } from "./call-gate.ts";
import { carriersOf } from "./carriers.ts";
import { EndedCarriers } from "./ended-carriers.ts";
import { RunCarriers, WORKFLOW_TASK_TIMEOUT_MS } from "./run-carriers.ts";
import { TemporalCalls } from "./temporal-calls.ts";

/** The first of five priorities: runs have the one of their job. */
const HIGHEST_PRIORITY = 1;

export interface TemporalRuntimeOptions {
  readonly client: Client;
  /** Where the server is, for messages. @default unnamed */
  readonly address?: string;
  readonly tenant: string;
  /** Names the control planes that serve the tenant. @default the tenant */
  readonly deployment?: string;
  /** Shows which workers are alive and which runs have ended. */
  readonly store: Pick<IMoJobScheduleMetadataStore, "executors" | "instances">;
  readonly clock: Clock;
  /** Whether a worker for the workflows shares the client's connection: the first workflow task then starts in this process, without a poll. @default false */
  readonly runsWorkflows?: boolean;
  /** Called with failures of calls that are not awaited. */
  readonly onError: (error: unknown) => void;
}

/**
 * Delivers runs to workers on Temporal, and keeps the tenant's scheduler workflow.
 *
 * The ids of all workflows that can deliver a run are derived from its record, so that a lost run is found.
 */
export class TemporalRuntime implements IMoRuntime {
  readonly #options: TemporalRuntimeOptions;
  readonly #queue: string;
  readonly #calls: TemporalCalls;
  readonly #looks = new CallGate();
  readonly #carriers: RunCarriers;
  readonly #ended: EndedCarriers;

  constructor(options: TemporalRuntimeOptions) {
    this.#options = options;
    this.#queue = orchestratorQueue(options.deployment ?? options.tenant);
    this.#calls = new TemporalCalls(options.client, options.address ?? null);
    this.#carriers = new RunCarriers({ ...options, calls: this.#calls, queue: this.#queue });
    this.#ended = new EndedCarriers({
      client: options.client,
      tenant: options.tenant,
      instances: options.store.instances,
      gate: this.#looks,
    });
  }

  async findLost(instances: readonly JobInstance[]): Promise<readonly JobInstance[]> {
    const known = new Map<string, Promise<boolean>>();
    const isAlive = (workflowId: string): Promise<boolean> => {
      const asked = known.get(workflowId) ?? this.#looks.run(LAST_PRIORITY, () => this.#isAlive(workflowId));
      known.set(workflowId, asked);
      return asked;
    };
    const processing = instances.filter(({ state }) => state === JobState.Processing);
    const owners = processing.length === 0 ? new RunOwners([]) : await this.#owners();
    // A run that its worker has is not lost, even if its workflow has given the worker up.
    const waiting = instances.filter((run) => run.state !== JobState.Processing || !owners.has(run));
    const dispatched = Map.groupBy(waiting, ({ dispatchId }) => dispatchId);
    const carried = await Promise.all(
      waiting.map(async (instance) => {
        // Whatever its workflow waits for, it is not this attempt.
        if (instance.state === JobState.Processing && owners.isDisowned(instance)) return false;
        // Runs of one dispatch share a workflow: one question for all of them.
        const isBatched = (dispatched.get(instance.dispatchId)?.length ?? 0) > 1;
        for (const id of carriersOf(instance, isBatched)) if (await isAlive(id)) return true;
        return false;
      }),
    );
    return waiting.filter((_, index) => !carried[index]);
  }

  /** Carries a request to the task queue of its destination. @throws MoJobError `runtime_unavailable` */
  carry(event: JobExecutionRequested): Promise<void> {
    return this.#carriers.start(event);
  }

  /** Signals the workflows that carry one run each; a batch does not wait for code. */
  async wake(instances: readonly JobInstance[]): Promise<void> {
    await Promise.all(instances.map(({ id, priority }) => this.#carriers.wake(id, priority)));
  }

  /** Ends the workflow of a run that has ended while it waited: some wait for a year. */
  forget(instance: JobInstance): void {
    this.#ended.add(instance).catch(this.#options.onError);
  }

  /** The workflow of a run: its own, or that of its batch. */
  async findCarrier(instance: JobInstance): Promise<Carrier | null> {
    for (const id of carriersOf(instance, false)) {
      const status = await this.#statusOf(id);
      if (status !== null) return { id, queue: this.#queue, isOpen: status === "RUNNING" };
    }
    return null;
  }

  /** Starts the tenant's one scheduler workflow unless it runs. */
  async startScheduler(): Promise<void> {
    await this.#calls.perform("start the scheduler", () =>
      this.#options.client.workflow.start("scheduleJobs", this.#schedulerOptions()),
    );
  }

  /** Starts the scheduler unless it runs, and makes it read the list of duties again. */
  async announceDuties(): Promise<void> {
    await this.#calls.perform("start the scheduler", () =>
      this.#options.client.workflow.signalWithStart("scheduleJobs", {
        ...this.#schedulerOptions(),
        signal: DUTIES_CHANGED,
      }),
    );
  }

  /** Ends the tenant's scheduler workflow: its deployment no longer has the tenant. */
  async endScheduler(): Promise<void> {
    const { client, tenant } = this.#options;
    await this.#calls.perform("end the scheduler", () =>
      client.workflow.getHandle(schedulerWorkflowId(tenant)).terminate("The tenant was removed"),
    );
  }

  /** Signals the scheduler that a duty is due before its time. Without a scheduler it does nothing: a new one runs all of them. */
  async dutyDue(name: string): Promise<void> {
    const { client, tenant } = this.#options;
    await this.#calls.perform("notify the scheduler", () =>
      client.workflow.getHandle(schedulerWorkflowId(tenant)).signal(DUTY_DUE, name),
    );
  }

  /** @throws MoJobError `runtime_unavailable` unless the server replies */
  async ping(): Promise<void> {
    const { client } = this.#options;
    const { namespace } = client.options;
    try {
      await this.#calls.withDeadline(() => client.workflowService.describeNamespace({ namespace }));
    } catch (error) {
      throw this.#calls.unavailable(`use namespace "${namespace}"`, error);
    }
  }

  #schedulerOptions(): {
    readonly args: [SchedulerInput];
    readonly workflowId: string;
    readonly taskQueue: string;
    readonly workflowIdConflictPolicy: "USE_EXISTING";
    readonly workflowTaskTimeout: number;
    readonly priority: { readonly priorityKey: number };
    readonly staticSummary: string;
    readonly memo: { readonly tenant: string };
  } {
    const { tenant } = this.#options;
    return {
      args: [{ tenant }],
      workflowId: schedulerWorkflowId(tenant),
      taskQueue: this.#queue,
      workflowIdConflictPolicy: "USE_EXISTING",
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
      // Behind a backlog of runs nothing would be fired.
      priority: { priorityKey: HIGHEST_PRIORITY },
      staticSummary: `scheduler of tenant ${tenant}`,
      memo: { tenant },
    };
  }

  /** Who has which runs, by the workers that are alive. */
  async #owners(): Promise<RunOwners> {
    const { store, tenant, clock } = this.#options;
    const seenSince = liveSince(clock.now());
    return new RunOwners(await store.executors.list(tenant, seenSince));
  }

  async #isAlive(workflowId: string): Promise<boolean> {
    return (await this.#statusOf(workflowId)) === "RUNNING";
  }

  /** The name of its status; `null` where it does not exist (any more). */
  async #statusOf(workflowId: string): Promise<string | null> {
    try {
      const { status } = await this.#calls.withDeadline(() =>
        this.#options.client.workflow.getHandle(workflowId).describe(),
      );
      return status.name;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null;
      throw this.#calls.unavailable("look for the workflow of a run", error);
    }
  }
}
