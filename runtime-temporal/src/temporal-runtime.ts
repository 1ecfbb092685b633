import {
  type Clock,
  type DispatchBatch,
  type ExecutionRequest,
  executionTopic,
  GroupCommit,
  type IMoExecutorStore,
  type IMoRuntime,
  type JobInstance,
  JobState,
  systemClock,
} from "@mojob/core";
import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from "@temporalio/client";
import { unreachable } from "./connect-temporal.ts";
import {
  batchWorkflowId,
  DEFINITIONS_CHANGED,
  dueSecond,
  DURABLE_TIMER_LEAD_MS,
  type JobBatchInput,
  type JobInstanceInput,
  orchestratorQueue,
  type RunRequest,
  runWorkflowId,
  schedulerWorkflowId,
} from "./workflows/protocol.ts";

/** How long one call may take before the server counts as away. */
const ANSWER_WITHIN_MS = 10_000;
/** A step of a workflow that a control plane took with it when it vanished is another one's after this; by default it is 10 s. */
const TASK_TIMEOUT_MS = 5000;
/** Questions under way at once. */
const MOST_QUESTIONS = 20;
/** Three words of a worker left out: it counts as gone. */
export const WORKER_SILENT_MS = 10_000;

export interface TemporalRuntimeOptions {
  readonly client: Client;
  readonly tenant: string;
  /** Says which workers are there. */
  readonly executors: IMoExecutorStore;
  readonly clock: Clock;
  /** Whether the client's connection is also that of a worker for the workflows: they then begin here, without a way round. @default false */
  readonly runsWorkflows?: boolean;
  /** Hears what failed where nobody waits for an answer. */
  readonly onError: (error: unknown) => void;
}

/**
 * Carries runs to workers on Temporal: a workflow for each, or one for many that go together.
 *
 * A run alone has a workflow by its own id, so that two dispatches of it meet; which workflows can carry a run is read
 * off its record, so that a lost one is found.
 */
export class TemporalRuntime implements IMoRuntime {
  readonly #options: TemporalRuntimeOptions;
  readonly #cancels: GroupCommit<string, void>;

  constructor(options: TemporalRuntimeOptions) {
    this.#options = options;
    this.#cancels = new GroupCommit((ids) => Promise.all(ids.map((id) => this.#cancel(id))), {
      maxBatch: MOST_QUESTIONS,
    });
  }

  async dispatch(batches: readonly DispatchBatch[]): Promise<void> {
    const starts = batches.flatMap((batch) =>
      groupTogether(batch.requests).map((requests) => this.#start(batch, requests)),
    );
    // All are tried before one that failed is told of.
    const answers = await Promise.allSettled(starts);
    const failed = answers.find((answer) => answer.status === "rejected");
    if (failed !== undefined) throw unreachable("dispatch runs", failed.reason);
  }

  async findLost(instances: readonly JobInstance[]): Promise<readonly JobInstance[]> {
    const known = new Map<string, Promise<boolean>>();
    const isAlive = (workflowId: string): Promise<boolean> => {
      const asked = known.get(workflowId) ?? this.#isAlive(workflowId);
      known.set(workflowId, asked);
      return asked;
    };
    // What a worker runs it carries by itself: the workflow may have taken the worker for lost.
    const isRunning = await this.#areRunning(instances);
    const waiting = instances.filter((instance) => !isRunning.has(instance));
    const lost: JobInstance[] = [];
    for (let from = 0; from < waiting.length; from += MOST_QUESTIONS) {
      const some = waiting.slice(from, from + MOST_QUESTIONS);
      const carried = await Promise.all(
        some.map(async (instance) => {
          for (const id of carriersOf(instance)) if (await isAlive(id)) return true;
          return false;
        }),
      );
      lost.push(...some.filter((_, index) => !carried[index]));
    }
    return lost;
  }

  /** Has the workflow that waits with a run end as well: some wait for a year. */
  forget({ id }: JobInstance): void {
    this.#cancels.submit(id).catch(this.#options.onError);
  }

  /** Makes sure that the tenant's one scheduler turns. */
  async startScheduler(): Promise<void> {
    const { client, tenant } = this.#options;
    await this.#ask("start the scheduler", () =>
      client.workflow.start("scheduleJobs", {
        workflowId: schedulerWorkflowId(tenant),
        taskQueue: orchestratorQueue(tenant),
        workflowIdConflictPolicy: "USE_EXISTING",
        workflowTaskTimeout: TASK_TIMEOUT_MS,
      }),
    );
  }

  /** Tells the scheduler that there may be an earlier fire; where there is none yet, the first one plans anyway. */
  async definitionsChanged(): Promise<void> {
    const { client, tenant } = this.#options;
    await this.#ask("tell the scheduler of changed jobs", () =>
      client.workflow.getHandle(schedulerWorkflowId(tenant)).signal(DEFINITIONS_CHANGED),
    );
  }

  /** @throws MoJobError `runtime_unavailable` unless the server answers */
  async ping(): Promise<void> {
    const { client } = this.#options;
    await this.#ask("reach Temporal", () =>
      client.workflowService.describeNamespace({ namespace: client.options.namespace }),
    );
  }

  async #areRunning(instances: readonly JobInstance[]): Promise<ReadonlySet<JobInstance>> {
    const { executors, tenant, clock } = this.#options;
    const processing = instances.filter(({ state }) => state === JobState.Processing);
    if (processing.length === 0) return new Set();
    const seen = await executors.list(tenant, new Date(clock.now().getTime() - WORKER_SILENT_MS));
    const alive = new Set(seen.map(({ id }) => id));
    return new Set(processing.filter(({ worker }) => worker !== null && alive.has(worker)));
  }

  #cancel(instanceId: string): Promise<void> {
    const { client, tenant } = this.#options;
    return this.#ask("end the workflow of a run", () =>
      client.workflow.getHandle(runWorkflowId(tenant, instanceId)).cancel(),
    );
  }

  async #start(batch: DispatchBatch, requests: readonly ExecutionRequest[]): Promise<void> {
    const { client, tenant, clock, runsWorkflows = false } = this.#options;
    const [first] = requests;
    if (first === undefined) return;
    const dueMs = first.dueAt?.getTime() ?? null;
    const isAlone = requests.length === 1;
    const taskQueue = executionTopic(batch.tenant, batch.app);
    const travelling = requests.map(toRunRequest);
    const input: JobInstanceInput | JobBatchInput = isAlone
      ? { taskQueue, request: toRunRequest(first) }
      : { taskQueue, requests: travelling };
    const startDelay = dueMs === null ? 0 : Math.floor(dueMs - clock.now().getTime() - DURABLE_TIMER_LEAD_MS);
    try {
      await this.#withDeadline(() =>
        client.workflow.start(isAlone ? "runJobInstance" : "runJobBatch", {
          args: [input],
          workflowId: isAlone
            ? runWorkflowId(tenant, first.instanceId)
            : batchWorkflowId(batch.id, first.priority, dueMs),
          taskQueue: orchestratorQueue(tenant),
          workflowTaskTimeout: TASK_TIMEOUT_MS,
          priority: { priorityKey: first.priority },
          staticSummary: isAlone ? first.jobKey : `${requests.length} runs of app ${batch.app}`,
          // The server takes one or the other.
          ...(startDelay > 0 ? { startDelay } : { requestEagerStart: runsWorkflows }),
        }),
      );
    } catch (error) {
      // It is on its way already: a dispatch may come twice.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  async #isAlive(workflowId: string): Promise<boolean> {
    try {
      const { status } = await this.#withDeadline(() =>
        this.#options.client.workflow.getHandle(workflowId).describe(),
      );
      return status.name === "RUNNING";
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw unreachable("ask whether a run is on its way", error);
    }
  }

  /** What is not there (any more) is no error. */
  async #ask(doing: string, call: () => Promise<unknown>): Promise<void> {
    try {
      await this.#withDeadline(call);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw unreachable(doing, error);
    }
  }

  #withDeadline<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    // The driver takes it by the process's own clock, right or wrong.
    const deadlineMs = systemClock.now().getTime() + ANSWER_WITHIN_MS;
    return this.#options.client.connection.withDeadline(deadlineMs, call);
  }
}

/** Every workflow that may carry a run, the likeliest first. */
function carriersOf({ tenant, id, dispatchId, priority, scheduledFor, retryAt }: JobInstance): string[] {
  const due = [null, scheduledFor?.getTime() ?? null, retryAt?.getTime() ?? null];
  const together = due.map((dueMs) => batchWorkflowId(dispatchId, priority, dueMs));
  return [...new Set([runWorkflowId(tenant, id), ...together])];
}

/** Those that are equally urgent and due within one second share a workflow. */
function groupTogether(requests: readonly ExecutionRequest[]): readonly (readonly ExecutionRequest[])[] {
  const keyOf = ({ priority, dueAt }: ExecutionRequest): string =>
    `${priority}/${dueAt === null ? "" : dueSecond(dueAt.getTime())}`;
  return [...Map.groupBy(requests, keyOf).values()];
}

export function toRunRequest(request: ExecutionRequest): RunRequest {
  const { instanceId, jobKey, attempt, priority, dueAt } = request;
  return { instanceId, jobKey, attempt, priority, dueAt: dueAt?.toISOString() ?? null };
}
