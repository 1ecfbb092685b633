import { type JobInstance, JobState, type MoJobError } from "@mojob/core";
import {
  RunOwners,
  orchestratorQueue,
  runWorkflowId,
  schedulerWorkflowId,
  liveSince,
} from "@mojob/core/engine";
import {
  type Carrier,
  type Clock,
  type DispatchBatch,
  type ExecutionRequest,
  type IMoJobScheduleMetadataStore,
  type IMoRuntime,
  LAST_PRIORITY,
} from "@mojob/core/ports";
import { unavailable } from "@mojob/temporal-link";
import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from "@temporalio/client";
import {
  batchWorkflowId,
  CODE_ARRIVED,
  DUTIES_CHANGED,
  DUTY_DUE,
  DURABLE_TIMER_LEAD_MS,
  type JobBatchInput,
  type JobInstanceInput,
  type SchedulerInput,
} from "../workflows/protocol.ts";
import { withinDeadline } from "../link/within-deadline.ts";
import { CallGate } from "./call-gate.ts";
import { carriersOf, groupTogether, memoOf, toExecutionRequestJson } from "./carriers.ts";
import { EndedCarriers } from "./ended-carriers.ts";

/** Timeout of a workflow task, by default 10 s: after it, another control plane takes over the task of one that died. */
const WORKFLOW_TASK_TIMEOUT_MS = 5000;
/** Calls about single workflows that are under way at once, of each kind: more only wait for each other in the server. */
const MAX_PARALLEL_CALLS = 20;

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
 * Dispatches runs to workers on Temporal: one workflow for a single run, or one for a batch.
 *
 * The workflow of a single run has the run's own id, so that a second dispatch of it finds the first. The ids of all
 * workflows that can deliver a run are derived from its record, so that a lost run is found.
 */
export class TemporalRuntime implements IMoRuntime {
  readonly #options: TemporalRuntimeOptions;
  readonly #queue: string;
  readonly #starts = new CallGate(MAX_PARALLEL_CALLS);
  readonly #looks = new CallGate(MAX_PARALLEL_CALLS);
  readonly #ended: EndedCarriers;

  constructor(options: TemporalRuntimeOptions) {
    this.#options = options;
    this.#queue = orchestratorQueue(options.deployment ?? options.tenant);
    this.#ended = new EndedCarriers({
      client: options.client,
      tenant: options.tenant,
      instances: options.store.instances,
      gate: this.#looks,
    });
  }

  async dispatch(batches: readonly DispatchBatch[]): Promise<void> {
    const starts = batches.flatMap((batch) =>
      groupTogether(batch.requests).map((requests) =>
        this.#starts.run(requests[0]?.priority ?? LAST_PRIORITY, () => this.#start(batch, requests)),
      ),
    );
    // All are tried before the first failure is thrown.
    const results = await Promise.allSettled(starts);
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) throw this.#unavailable("dispatch runs", failed.reason);
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

  /** Signals the workflows that carry one run each; a batch does not wait for code. */
  async wake(instances: readonly JobInstance[]): Promise<void> {
    await Promise.all(instances.map(({ id, priority }) => this.#wake(id, priority)));
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
    await this.#call("start the scheduler", () =>
      this.#options.client.workflow.start("scheduleJobs", this.#schedulerOptions()),
    );
  }

  /** Starts the scheduler unless it runs, and makes it read the list of duties again. */
  async announceDuties(): Promise<void> {
    await this.#call("start the scheduler", () =>
      this.#options.client.workflow.signalWithStart("scheduleJobs", {
        ...this.#schedulerOptions(),
        signal: DUTIES_CHANGED,
      }),
    );
  }

  /** Ends the tenant's scheduler workflow: its deployment no longer has the tenant. */
  async endScheduler(): Promise<void> {
    const { client, tenant } = this.#options;
    await this.#call("end the scheduler", () =>
      client.workflow.getHandle(schedulerWorkflowId(tenant)).terminate("The tenant was removed"),
    );
  }

  /** Signals the scheduler that a duty is due before its time. Without a scheduler it does nothing: a new one runs all of them. */
  async dutyDue(name: string): Promise<void> {
    const { client, tenant } = this.#options;
    await this.#call("notify the scheduler", () =>
      client.workflow.getHandle(schedulerWorkflowId(tenant)).signal(DUTY_DUE, name),
    );
  }

  /** @throws MoJobError `runtime_unavailable` unless the server replies */
  async ping(): Promise<void> {
    const { client } = this.#options;
    const { namespace } = client.options;
    const describe = (): Promise<unknown> => client.workflowService.describeNamespace({ namespace });
    try {
      await withinDeadline(client, describe);
    } catch (error) {
      throw this.#unavailable(`use namespace "${namespace}"`, error);
    }
  }

  #schedulerOptions(): {
    readonly args: [SchedulerInput];
    readonly workflowId: string;
    readonly taskQueue: string;
    readonly workflowIdConflictPolicy: "USE_EXISTING";
    readonly workflowTaskTimeout: number;
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

  async #start(batch: DispatchBatch, requests: readonly ExecutionRequest[]): Promise<void> {
    const { client, tenant, clock, runsWorkflows = false } = this.#options;
    const [first] = requests;
    if (first === undefined) return;
    const dueMs = first.dueAt?.getTime() ?? null;
    const isAlone = requests.length === 1;
    const { destination } = batch;
    const input: JobInstanceInput | JobBatchInput = isAlone
      ? { destination, request: toExecutionRequestJson(first) }
      : { destination, requests: requests.map(toExecutionRequestJson) };
    const startDelay = dueMs === null ? 0 : Math.floor(dueMs - clock.now().getTime() - DURABLE_TIMER_LEAD_MS);
    try {
      await this.#withDeadline(() =>
        client.workflow.start(isAlone ? "runJobInstance" : "runJobBatch", {
          args: [input],
          workflowId: isAlone
            ? runWorkflowId(tenant, first.instanceId)
            : batchWorkflowId(batch.id, first.priority, dueMs),
          taskQueue: this.#queue,
          workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
          priority: { priorityKey: first.priority },
          memo: memoOf(batch, requests),
          staticSummary: isAlone ? first.jobKey : `${requests.length} runs of app ${destination.app}`,
          // The server accepts one or the other.
          ...(startDelay > 0 ? { startDelay } : { requestEagerStart: runsWorkflows }),
        }),
      );
    } catch (error) {
      // It was dispatched before: dispatch is at least once.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      // A signal would end the delay of one that is due later: it looks where to go by itself then.
      if (isAlone && startDelay <= 0 && (first.attempt === 1 || destination.executor !== null))
        await this.#wake(first.instanceId, first.priority);
    }
  }

  /** Has the run's own workflow look again, if there is one that waits. */
  #wake(id: string, priority: number): Promise<void> {
    const { client, tenant } = this.#options;
    const handle = client.workflow.getHandle(runWorkflowId(tenant, id));
    const call = (): Promise<void> => handle.signal(CODE_ARRIVED);
    return this.#looks.run(priority, () => this.#call("wake the workflow of a run", call));
  }

  async #isAlive(workflowId: string): Promise<boolean> {
    return (await this.#statusOf(workflowId)) === "RUNNING";
  }

  /** The name of its status; `null` where it does not exist (any more). */
  async #statusOf(workflowId: string): Promise<string | null> {
    try {
      const { status } = await this.#withDeadline(() =>
        this.#options.client.workflow.getHandle(workflowId).describe(),
      );
      return status.name;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null;
      throw this.#unavailable("look for the workflow of a run", error);
    }
  }

  /** A workflow that does not exist (any more) is no error. */
  async #call(doing: string, call: () => Promise<unknown>): Promise<void> {
    try {
      await this.#withDeadline(call);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw this.#unavailable(doing, error);
    }
  }

  #unavailable(doing: string, cause: unknown): MoJobError {
    const { address } = this.#options;
    return unavailable(address === undefined ? doing : `${doing} through Temporal at "${address}"`, cause);
  }

  #withDeadline<Result>(call: () => Promise<Result>): Promise<Result> {
    return withinDeadline(this.#options.client, call);
  }
}
