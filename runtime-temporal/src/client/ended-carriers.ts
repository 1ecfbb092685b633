import { isTerminal, type JobInstance } from "@mojob/core";
import { GroupCommit, runWorkflowId } from "@mojob/core/engine";
import { type IMoInstanceStore, LAST_PRIORITY, type RequestedRuns, TriggerType } from "@mojob/core/ports";
import { unavailable } from "@mojob/temporal-link";
import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import { withinDeadline } from "../link/within-deadline.ts";
import type { CallGate } from "./call-gate.ts";
import { batchesOf } from "./carriers.ts";
import { readWorkflowInput } from "./workflow-input.ts";

/** Runs that are looked at together: those of one batch are likely to come together. */
const LARGEST_LOOK = 1000;
const WHY = "Its runs have ended";

export interface EndedCarriersOptions {
  readonly client: Client;
  readonly tenant: string;
  readonly instances: Pick<IMoInstanceStore, "get">;
  /** Bounds the calls that are under way. */
  readonly gate: CallGate;
}

/**
 * Ends workflows whose runs have all ended while they waited, such as cancelled ones. It terminates them, because there is
 * nothing left that they could do; only a workflow that a Temporal client started is cancelled, because the client may wait
 * for it.
 */
export class EndedCarriers {
  readonly #options: EndedCarriersOptions;
  readonly #ends: GroupCommit<JobInstance, void>;

  constructor(options: EndedCarriersOptions) {
    this.#options = options;
    this.#ends = new GroupCommit((instances) => this.#endAll(instances), { maxBatch: LARGEST_LOOK });
  }

  /** Resolves when the workflow of an ended run has been looked at. @throws MoJobError `runtime_unavailable` */
  add(instance: JobInstance): Promise<void> {
    return this.#ends.submit(instance);
  }

  async #endAll(instances: readonly JobInstance[]): Promise<readonly void[]> {
    const together = Map.groupBy(instances, (instance) => batchesOf(instance).join(" "));
    try {
      await Promise.all([...together.values()].map((runs) => this.#endTogether(runs)));
    } catch (error) {
      throw unavailable("end the workflow of a run", error);
    }
    return instances.map(() => undefined);
  }

  /** Runs of one batch, or one run, which may have a workflow of its own. */
  async #endTogether(runs: readonly JobInstance[]): Promise<void> {
    const [first] = runs;
    if (first === undefined) return;
    if (runs.length === 1 && (await this.#endOwn(first))) return;
    const ended = new Set(runs.map(({ id }) => id));
    for (const workflowId of batchesOf(first)) if (await this.#endBatch(workflowId, ended)) return;
  }

  /** Returns whether the run has a workflow of its own. */
  #endOwn({ tenant, id, trigger }: JobInstance): Promise<boolean> {
    const handle = this.#options.client.workflow.getHandle(runWorkflowId(tenant, id));
    return this.#call(() =>
      trigger.type === TriggerType.Temporal ? handle.cancel() : handle.terminate(WHY),
    );
  }

  /** Ends a batch unless one of its runs is open; returns whether there is such a batch. */
  #endBatch(workflowId: string, ended: ReadonlySet<string>): Promise<boolean> {
    const { client, tenant, instances } = this.#options;
    const handle = client.workflow.getHandle(workflowId);
    return this.#call(async () => {
      const { status } = await handle.describe();
      if (status.name !== "RUNNING") return;
      const { requests } = (await readWorkflowInput(client, workflowId)) as RequestedRuns;
      const ids = requests.map(({ instanceId }) => instanceId).filter((id) => !ended.has(id));
      const others = await instances.get(tenant, ids);
      if (others.every((run) => run === null || isTerminal(run.state))) await handle.terminate(WHY);
    });
  }

  /** Returns whether the workflow exists. */
  #call(call: () => Promise<unknown>): Promise<boolean> {
    const { client, gate } = this.#options;
    return gate.run(LAST_PRIORITY, async () => {
      try {
        await withinDeadline(client, call);
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    });
  }
}
