import { runWorkflowId } from "@mojob/core/engine";
import { type Clock, type JobExecutionRequested, LAST_PRIORITY, type RequestedRuns } from "@mojob/core/ports";
import { type Client, WorkflowExecutionAlreadyStartedError } from "@temporalio/client";
import {
  type AddressedRun,
  batchWorkflowId,
  CODE_ARRIVED,
  DUE_NOW,
  DURABLE_TIMER_LEAD_MS,
  type JobInstanceInput,
} from "../workflows/protocol.ts";
import { CallGate } from "./call-gate.ts";
import { groupTogether, memoOf } from "./carriers.ts";
import type { TemporalCalls } from "./temporal-calls.ts";

/** Timeout of a workflow task, by default 10 s: after it, another control plane takes over the task of one that died. */
export const WORKFLOW_TASK_TIMEOUT_MS = 5000;

export interface RunCarriersOptions {
  readonly client: Client;
  readonly calls: TemporalCalls;
  readonly tenant: string;
  /** The task queue of the workflows. */
  readonly queue: string;
  readonly clock: Clock;
  /** Whether a worker for the workflows shares the client's connection: the first workflow task then starts in this process, without a poll. @default false */
  readonly runsWorkflows?: boolean;
}

/**
 * Starts the workflows that carry runs to the task queue of their destination: one for a single run, or one for a batch.
 *
 * The workflow of a single run has the run's own id, so that a second request for it finds the first.
 */
export class RunCarriers {
  readonly #options: RunCarriersOptions;
  readonly #starts = new CallGate();
  readonly #wakes = new CallGate();

  constructor(options: RunCarriersOptions) {
    this.#options = options;
  }

  /** @throws MoJobError `runtime_unavailable` */
  async start({ id, payload: { destination, requests } }: JobExecutionRequested): Promise<void> {
    const starts = groupTogether(requests).map((some) =>
      this.#starts.run(some[0]?.priority ?? LAST_PRIORITY, () =>
        this.#start(id, { destination, requests: some }),
      ),
    );
    // All are tried before the first failure is thrown.
    const results = await Promise.allSettled(starts);
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) throw this.#options.calls.unavailable("dispatch runs", failed.reason);
  }

  /** Has the run's own workflow look again, if there is one that waits. */
  wake(id: string, priority: number): Promise<void> {
    const { client, calls, tenant } = this.#options;
    const handle = client.workflow.getHandle(runWorkflowId(tenant, id));
    const call = (): Promise<void> => handle.signal(CODE_ARRIVED);
    return this.#wakes.run(priority, () => calls.perform("wake the workflow of a run", call));
  }

  async #start(dispatchId: string, runs: RequestedRuns): Promise<void> {
    const { client, tenant, clock, queue, runsWorkflows = false } = this.#options;
    const { destination, requests } = runs;
    const [first] = requests;
    if (first === undefined) return;
    const dueMs = first.dueAt === null ? null : Date.parse(first.dueAt);
    const isAlone = requests.length === 1;
    const input: JobInstanceInput | RequestedRuns = isAlone ? { destination, request: first } : runs;
    const startDelay = dueMs === null ? 0 : Math.floor(dueMs - clock.now().getTime() - DURABLE_TIMER_LEAD_MS);
    try {
      await this.#options.calls.withDeadline(() =>
        client.workflow.start(isAlone ? "runJobInstance" : "runJobBatch", {
          args: [input],
          workflowId: isAlone
            ? runWorkflowId(tenant, first.instanceId)
            : batchWorkflowId(dispatchId, first.priority, dueMs),
          taskQueue: queue,
          workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
          priority: { priorityKey: first.priority },
          memo: memoOf(runs),
          staticSummary: isAlone ? first.jobKey : `${requests.length} runs of app ${destination.app}`,
          // The server accepts one or the other.
          ...(startDelay > 0 ? { startDelay } : { requestEagerStart: runsWorkflows }),
        }),
      );
    } catch (error) {
      // It was dispatched before: dispatch is at least once.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      if (!isAlone) return;
      const run: AddressedRun = { destination, request: first };
      // A signal would end the delay of one that is due later: it looks where to go by itself then.
      if (startDelay <= 0 && (first.attempt === 1 || destination.executor !== null))
        await this.#signal(run, CODE_ARRIVED);
      else if (dueMs === null) await this.#signal(run, DUE_NOW, first.attempt);
    }
  }

  /**
   * Signals the run's workflow, which is started where it has ended since it was found. Only a signal that could start it ends the delay
   * of its start.
   */
  #signal(run: AddressedRun, signal: string, ...signalArgs: readonly number[]): Promise<void> {
    const { client, calls, tenant, queue } = this.#options;
    const { destination, request } = run;
    return this.#wakes.run(request.priority, () =>
      calls.perform("wake the workflow of a run", async () => {
        await client.workflow.signalWithStart("runJobInstance", {
          args: [run],
          workflowId: runWorkflowId(tenant, request.instanceId),
          taskQueue: queue,
          workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
          priority: { priorityKey: request.priority },
          memo: memoOf({ destination, requests: [request] }),
          staticSummary: request.jobKey,
          signal,
          signalArgs: [...signalArgs],
        });
      }),
    );
  }
}
