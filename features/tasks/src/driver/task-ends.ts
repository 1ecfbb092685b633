import { type IMoJobScheduleMetadataStore, type JobInstance, JobState } from "@mojob/core";
import { destinationOf, type JobDefinitionCache } from "@mojob/core/engine";
import {
  beginNextOfKey,
  type Dispatcher,
  giveTurns,
  mayHaveWaiting,
  nextAttemptOf,
  runName,
} from "@mojob/core/feature";
import {
  type Clock,
  type IMoInstanceStore,
  type IMoRuntime,
  partIds,
  ReasonCode,
  type TaskState,
  TriggerType,
} from "@mojob/core/ports";
import { type EndOfTask, endOfTask, endWithoutGraph, type OwedEnd } from "./end-of-task.ts";
import { nodeStateOf, visitOf } from "../decide/read-state.ts";
import type { TaskPlan } from "../plan/task-plan.ts";
import { isUnderWay, type OpenTask } from "./open-task.ts";
import { rootFailure, type RootFailureParts } from "./root-failure.ts";
import type { TaskReader } from "./task-reader.ts";

/** Between the read and the write a run may move on. */
const MOST_TRIES = 50;

export interface TaskEndsOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly cache: JobDefinitionCache;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** @default nobody waits for the end of a task elsewhere */
  readonly runtime?: Pick<IMoRuntime, "wake">;
  /** Called with what went wrong as what waited for a task was handed over. */
  readonly onError: (error: unknown) => void;
  /** Called with a task's run as it was, once it has ended. @default nothing is called */
  readonly onEnded?: (run: JobInstance, end: OwedEnd) => void;
}

/** Ends the runs of tasks by their claims. */
export class TaskEnds {
  readonly #options: TaskEndsOptions;
  readonly #runs: Pick<IMoInstanceStore, "get" | "update">;

  readonly #parts: RootFailureParts;

  constructor(
    options: TaskEndsOptions,
    runs: Pick<IMoInstanceStore, "get" | "update">,
    reader: Pick<TaskReader, "log">,
  ) {
    this.#options = options;
    this.#runs = runs;
    this.#parts = { runs, reader };
  }

  /** Resolves to the run as it was before; `null` where another process has ended it, and where it is retried. */
  async end(task: OpenTask, end: OwedEnd): Promise<JobInstance | null> {
    const { tenant, clock, onEnded } = this.#options;
    // The latest request to end the run is the reason of its end.
    let [run = null] = await this.#runs.get(tenant, [task.run.id]);
    const isFinal = await this.#isFinal(task, end);
    const root = end.state === "Failed" ? await rootFailure(task, end, this.#parts) : null;
    for (let tries = 0; run !== null && tries < MOST_TRIES && isUnderWay(run); tries += 1) {
      const ending = endOfTask({ ...task, run }, end, { at: clock.now(), isFinal, root });
      if (ending === null) return null;
      const [isWritten] = await this.#runs.update([ending.change]);
      if (isWritten === true) {
        onEnded?.(run, end);
        const isRetried = await this.#retry(run, ending);
        await this.#goOn(run);
        return isRetried ? null : run;
      }
      [run = null] = await this.#runs.get(tenant, [run.id]);
    }
    return null;
  }

  /** Ends a task whose job was deleted: nothing says any more how it would go on. */
  async endWithoutJob(run: JobInstance): Promise<void> {
    const change = endWithoutGraph(run, this.#options.clock.now());
    if (change !== null) await this.#runs.update([change]);
  }

  /** Whether each failure that nothing handled says that a retry is of no use. */
  async #isFinal({ run, definition, plan, state }: OpenTask, end: OwedEnd): Promise<boolean> {
    if (end.state !== "Failed" || end.unhandled.length === 0 || definition.options.retryCount === 0)
      return false;
    const names = end.unhandled.flatMap((id) => latestRunOf(plan, state, id) ?? []);
    // One that had no run, or many, may succeed.
    if (names.length < end.unhandled.length) return false;
    const runs = await this.#runs.get(run.tenant, await partIds(run.id, names));
    return runs.every((one) => one?.reason?.code === ReasonCode.NotRetryable);
  }

  /** Hands the next attempt over, as far as there is one. Where that is lost, the reconciler does so. */
  async #retry(run: JobInstance, { after }: EndOfTask): Promise<boolean> {
    if (after?.next !== "retryLater") return false;
    const { dispatchId, retryAt } = after;
    const request = nextAttemptOf({ ...run, state: JobState.Failed, retryAt });
    await this.#options.dispatcher.send([{ destination: destinationOf(run), dispatchId, request }]);
    return true;
  }

  /** Goes on with the runs that waited for its end. */
  async #goOn(run: JobInstance): Promise<void> {
    const { store, cache, runtime } = this.#options;
    const definition = await cache.get(run.jobKey);
    if (definition !== null && (mayHaveWaiting(definition) || run.part !== null))
      await giveTurns([run.lane], { ...this.#options, store: store.instances });
    if (definition !== null)
      await beginNextOfKey(run, definition, { ...this.#options, store: store.instances });
    // A workflow that waits for the end looks again by itself.
    if (run.trigger.type === TriggerType.Temporal) await runtime?.wake?.([run]).catch(() => {});
  }
}

/** The name of a node's latest run; `null` for one that had none, and for a batch. */
function latestRunOf(plan: TaskPlan, state: TaskState, id: string): string | null {
  const node = plan.byId.get(id);
  const { n, batch } = nodeStateOf(state, id) ?? {};
  if (node === undefined || n === undefined || batch !== undefined) return null;
  return runName({ node: id, visit: visitOf(plan, state, node), item: null, n });
}
