import { isTerminal, type JobDefinition, type JobInstance } from "@mojob/core";
import { destinationOf, dispatchAgain, GroupCommit, type JobDefinitionCache } from "@mojob/core/engine";
import {
  cancelled,
  cancelOpen,
  type Dispatcher,
  findChildCycle,
  type InstanceCreator,
  mayHaveWaiting,
  nextAttemptOf,
  type NodeHost,
  NodeType,
  partId,
  secretParamsOf,
  startsOnly,
  takesSecretArgs,
  type TaskEvent,
  TaskLimit,
} from "@mojob/core/feature";
import { type Clock, createId, type Destination, type IMoInstanceStore, partIds } from "@mojob/core/ports";
import type { TaskPlans } from "../definition/task-plans.ts";
import type { ValueLoader } from "./load-values.ts";
import { hostsOf } from "./node-host.ts";
import { jobKeyOfNode, nodeRunOf, type OwedRun } from "./node-run.ts";
import type { OpenTask } from "./open-task.ts";
import { startRun } from "./started-runs.ts";

/** Runs that are recorded in one write. */
const LARGEST_INSERT = 250;
/** Between the read and the write a run may move on. */
const MOST_TRIES = 20;

export interface NodeRunsOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "insert" | "get" | "update">;
  readonly cache: JobDefinitionCache;
  readonly plans: Pick<TaskPlans, "get">;
  readonly dispatcher: Dispatcher;
  readonly creator: Pick<InstanceCreator, "createOne">;
  readonly clock: Clock;
  readonly values: ValueLoader;
  /** Called with what went wrong as a worker of this process began runs: the reconciler hands over what was not begun. */
  readonly onError: (error: unknown) => void;
}

interface Prepared {
  readonly owed: OwedRun;
  readonly node: Parameters<typeof nodeRunOf>[1];
  readonly definition: JobDefinition;
}

/** A run of a node that is about to be recorded. */
interface PlannedRun {
  readonly destination: Destination;
  /** The worker of this process that begins it; `null` where it is handed over. */
  readonly host: NodeHost | null;
  record(at: Date, dispatchId: string): JobInstance;
}

/** Records the runs of nodes and hands them over, and cancels them. All of it can be done twice. */
export class NodeRuns {
  readonly #options: NodeRunsOptions;
  readonly #records: GroupCommit<PlannedRun, null>;

  constructor(options: NodeRunsOptions) {
    this.#options = options;
    this.#records = new GroupCommit((planned) => this.#record(planned), { maxBatch: LARGEST_INSERT });
  }

  /**
   * Begins runs that a task owes. Returns the ends of nodes that do not wait for their runs, and of those that have none: their
   * job is not there, or disabled.
   * @param hosts each of which begins one run itself, where it can
   */
  async begin(
    task: OpenTask,
    owed: readonly OwedRun[],
    hosts: readonly NodeHost[],
  ): Promise<readonly TaskEvent[]> {
    const refused: TaskEvent[] = [];
    const prepared: Prepared[] = [];
    const keys = owed.map(({ run }) => jobKeyOfNode(task, nodeOf(task, run.node)) ?? "");
    const definitions = await this.#options.cache.getMany([...new Set(keys)]);
    for (const [index, one] of owed.entries()) {
      const node = nodeOf(task, one.run.node);
      const definition = definitions.get(keys[index] ?? "");
      if (isTooDeep(task, node)) refused.push(refusal(one, "tasks_too_deep"));
      else if (definition === undefined) refused.push(refusal(one, "job_not_found"));
      else if (hasSecrets(task, node, one) && !mayHaveSecrets(task, definition))
        refused.push(refusal(one, "secret_refused"));
      else if (!(await this.#hasVersion(definition, node)))
        refused.push(refusal(one, "script_version_not_found"));
      else if (await this.#startsItself(definition, node)) refused.push(refusal(one, "child_cycle"));
      else if (definition.options.disabled) refused.push(refusal(one, "job_disabled"));
      else prepared.push({ owed: one, node, definition });
    }
    const waitedFor = prepared.filter(({ node }) => !startsOnly(node));
    for (const definition of new Set(waitedFor.map((one) => one.definition))) await this.#letWait(definition);
    await this.#insert(task, waitedFor, hosts);
    const starts = prepared.filter(({ node }) => startsOnly(node));
    const started = starts.map((one) =>
      startRun(task, one, this.#options.creator, (ids) => this.#options.store.get(task.run.tenant, ids)),
    );
    return [...refused, ...(await Promise.all(started))];
  }

  /** The runs with these names; `null` for those that are not recorded, or no longer kept. */
  async read(
    { run }: Pick<OpenTask, "run">,
    names: readonly string[],
  ): Promise<readonly (JobInstance | null)[]> {
    if (names.length === 0) return [];
    return this.#options.store.get(run.tenant, await partIds(run.id, names));
  }

  /** Ends those that wait, and asks those that run to end; resolves to the latter. */
  async cancel(task: Pick<OpenTask, "run">, names: readonly string[]): Promise<readonly JobInstance[]> {
    const { tenant, id } = task.run;
    const [whole] = await this.#options.store.get(tenant, [id]);
    const reason = whole?.cancelReason ?? cancelled();
    let left: readonly JobInstance[] = [];
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const runs = (await this.read(task, names)).filter((run) => run !== null);
      left = runs.filter(({ state }) => !isTerminal(state));
      const open = left.filter(({ cancelRequestedAt }) => cancelRequestedAt === null);
      if (open.length === 0) break;
      const now = this.#options.clock.now();
      await this.#options.store.update(open.map((run) => cancelOpen(run, now, reason)));
    }
    return left;
  }

  async #insert(task: OpenTask, prepared: readonly Prepared[], hosts: readonly NodeHost[]): Promise<void> {
    const { values } = this.#options;
    const ids = await partIds(
      task.run.id,
      prepared.map(({ owed }) => owed.name),
    );
    const items = await Promise.all(
      prepared.map(async ({ node, owed: { run } }) => {
        if (node.type !== NodeType.Group || run.item === null) return null;
        const { each } = node;
        const list = each?.items === undefined ? [] : await values.itemsOf(task, node.id);
        return { value: list[run.item] ?? null, index: run.item };
      }),
    );
    const pasts = await Promise.all(
      prepared.map(async ({ owed: { run } }) => {
        const past = await values.pastPartOf(task, run);
        return past === null ? null : partId(past);
      }),
    );
    const jobs = prepared.map(({ definition }) => definition);
    const hostOf = hostsOf(jobs, hosts);
    const planned = prepared.map(({ node, definition, owed }, index): PlannedRun => {
      const { tenant, app } = definition;
      return {
        destination: destinationOf({ tenant, app, routing: null }),
        host: hostOf[index] ?? null,
        record: (at, dispatchId) =>
          nodeRunOf(task, node, definition, owed, {
            id: ids[index] as string,
            at,
            dispatchId,
            item: items[index] ?? null,
            past: pasts[index] ?? null,
          }),
      };
    });
    await this.#records.submitAll(planned);
  }

  /** Records runs of many tasks in one write, and hands over together those that no worker of this process begins. */
  async #record(planned: readonly PlannedRun[]): Promise<readonly null[]> {
    const { store, dispatcher, clock } = this.#options;
    const there = planned.filter(({ host }) => host === null);
    const inOrder = [...there, ...planned.filter(({ host }) => host !== null)];
    const destinations = there.map(({ destination }) => destination);
    await dispatcher.place(destinations, async (dispatchIds) => {
      const at = clock.now();
      const records = inOrder.map(({ record }, index) => record(at, dispatchIds[index] ?? createId(at)));
      const standing = await store.insert(records);
      const created = records.map((run, index) => (standing[index] === null ? run : null));
      for (const [index, { host }] of inOrder.entries()) {
        const run = created[index] ?? null;
        if (host !== null && run !== null) this.#beginHere(host, run);
      }
      return created.slice(0, there.length).map((run) => run && nextAttemptOf(run));
    });
    return planned.map(() => null);
  }

  /** Begins a run in this process; where the intake does not take it after all, because it is full or stops, the run is handed over. */
  #beginHere({ intake }: NodeHost, run: JobInstance): void {
    const { onError } = this.#options;
    const handOver = (): void => void dispatchAgain([run], this.#options).catch(onError);
    intake.execute([nextAttemptOf(run)], handOver).catch(onError);
  }

  /** Whether what a node only starts would start itself again: an edit may have closed the circle. */
  async #startsItself(definition: JobDefinition, node: Prepared["node"]): Promise<boolean> {
    if (!startsOnly(node)) return false;
    return (await findChildCycle(definition, (keys) => this.#options.cache.getMany(keys))) !== null;
  }

  /** Whether the version of another task is kept that a node names. */
  async #hasVersion(definition: JobDefinition, node: Prepared["node"]): Promise<boolean> {
    if (node.type !== NodeType.Task || node.version === undefined) return true;
    return (await this.#options.plans.get(definition, node.version)) !== null;
  }

  /** A node whose job is full waits for a place, also where the job skips its other runs: what ends has to give turns. */
  async #letWait(definition: JobDefinition): Promise<void> {
    const { cache } = this.#options;
    if (definition.options.maxConcurrency === null || mayHaveWaiting(definition)) return;
    await cache.save(
      { ...definition, snoozes: true, revision: definition.revision + 1 },
      definition.revision,
    );
  }
}

function nodeOf({ plan }: OpenTask, id: string): Prepared["node"] {
  const node = plan.byId.get(id)?.node;
  if (node === undefined) throw new TypeError(`The plan has no node "${id}"`);
  return node;
}

/** Whether a node would be one task too many within others: an edit may have made them execute each other. */
function isTooDeep({ run }: OpenTask, { type }: Prepared["node"]): boolean {
  const depth = /^~*/.exec(run.id)?.[0].length ?? 0;
  return type !== NodeType.Job && depth >= 2 * TaskLimit.Depth;
}

/** Judges again whether a job may have secrets: the check when the body was saved may be outdated. */
function mayHaveSecrets({ definition }: OpenTask, { app, work }: JobDefinition): boolean {
  return app === definition.app && takesSecretArgs(work);
}

function hasSecrets({ plan }: OpenTask, node: Prepared["node"], { run }: OwedRun): boolean {
  return Object.keys(secretParamsOf(plan.expressions, node, run.item)).length > 0;
}

function refusal({ name }: OwedRun, code: string): TaskEvent {
  return { type: "ended", run: name, state: "Failed", code };
}
