import type { IMoJobScheduleMetadataStore, JobInstance, JsonValue } from "@mojob/core";
import type { LoopTurns } from "@mojob/core/engine";
import {
  Batch,
  declaredResults,
  lastLines,
  type NodeRun,
  type NodeState,
  NodeType,
  paramNamesOf,
  runName,
  runValues,
  startsOnly,
  taskValues,
  type Value,
} from "@mojob/core/feature";
import { type IMoInstanceStore, type JobLogLine, partIds, type RunPart } from "@mojob/core/ports";
import { nodeStateOf, visitOf } from "../decide/read-state.ts";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";
import type { NeededValue, TaskValues } from "../task-values.ts";
import { latestItemParts, readItemRuns, type SeenBatch } from "./item-runs.ts";
import { ITEM_ARG, pastRunsOf } from "./node-run.ts";
import type { OpenTask } from "./open-task.ts";
import { startedId } from "./started-runs.ts";

/** A node as a whole, or one of its items, has its output too. */
export const READS_LOG: RegExp =
  /OUTPUT|LOG|\$\.(?:SELF|JOB(?:\.\w+\b|\[[^\]]*\]))(?:\[[^\]'"]*\])?(?!\s*[.[\w])/;
const PAGE_SIZE = 500;
const MOST_BATCHES = 100;

export type ValueStores = Pick<IMoJobScheduleMetadataStore, "logs" | "tasks"> & {
  readonly instances: Pick<IMoInstanceStore, "get">;
};

/** The task around a group that is executed for each item; `null` for a task of its own. */
export type FindOuter = (run: JobInstance) => Promise<OpenTask | null>;

/** The task whose runs are read, and whether their lines are too. */
interface ReadFrom {
  readonly task: OpenTask;
  readonly readsLog: boolean;
}

/** A run that a node started, as far as the state of its task knows. */
type StartedRun = Pick<NodeState, "result" | "from"> & Pick<NodeRun, "node" | "visit">;

/** Loads what the steps of tasks ask for. */
export class ValueLoader {
  readonly turns: LoopTurns;
  readonly #stores: ValueStores;
  readonly #findOuter: FindOuter;
  /** The items of batches under way: each of their steps needs some of them. */
  readonly #items = new Map<string, readonly JsonValue[]>();
  /** The latest runs of items before a re-run or an attempt, which are the same for each item that it begins. */
  readonly #parts = new Map<string, Promise<ReadonlyMap<number, RunPart>>>();
  readonly #readsLog = new WeakMap<TaskPlan, boolean>();

  constructor(stores: ValueStores, turns: LoopTurns, findOuter: FindOuter) {
    this.turns = turns;
    this.#stores = stores;
    this.#findOuter = findOuter;
  }

  /** The values that a step starts with. */
  async initial(task: OpenTask): Promise<TaskValues> {
    const none = { jobs: new Map(), items: new Map() };
    const item = itemOf(task.run);
    const outer = item === null ? null : await this.#findOuter(task.run);
    if (item === null || outer === null)
      return { task: taskValues(task.run, task.plan.body.params), ...none };
    const around = await this.initial(outer);
    const edits = [...(around.edits ?? []), ...outer.state.edits];
    return { ...none, task: around.task, vars: { ...around.vars, ...outer.state.vars }, edits, item };
  }

  /**
   * The values with those that were needed.
   * @param readsLog whether the lines of runs are among them. @default where an expression of the body reads them
   */
  async add(
    task: OpenTask,
    values: TaskValues,
    needs: readonly NeededValue[],
    readsLog: boolean = this.#needsLog(task.plan),
  ): Promise<TaskValues> {
    const jobs = new Map(values.jobs);
    const items = new Map(values.items);
    for (const { node, what, visit } of needs) {
      const name = visit === undefined ? node : `${node}~${visit}`;
      if (what === "run") jobs.set(name, await this.#valueOf({ task, readsLog }, node, visit));
      else items.set(node, await this.itemsOf(task, node));
    }
    return { ...values, jobs, items };
  }

  async #valueOf(from: ReadFrom, id: string, past?: string): Promise<Value | null> {
    const { task } = from;
    const node = task.plan.byId.get(id);
    if (node === undefined) {
      const outer = await this.#findOuter(task.run);
      return outer === null ? null : this.#valueOf({ ...from, task: outer }, id);
    }
    const at = past === undefined ? nodeStateOf(task.state, id) : pastStateOf(task, node, past);
    const visit = past ?? visitOf(task.plan, task.state, node);
    if (at?.batch !== undefined) return this.#batchOf(from, node, { ...at, batch: at.batch, visit });
    if (startsOnly(node.node)) return this.#valueOfStart(task, { ...at, node: id, visit });
    if (at?.n === undefined) return null;
    const [run] = await this.#read(task, at, [runName({ node: id, visit, item: null, n: at.n })]);
    return run === undefined || run === null ? null : this.#valuesOf(from, node, run);
  }

  /** The value of a run that a node only started: its arguments. How that run goes on is not for its task to read. */
  async #valueOfStart({ run, state }: OpenTask, start: StartedRun): Promise<Value | null> {
    const { result, from = run.id } = start;
    // The step that asks for it may be the one that learns of it.
    const id = typeof result === "string" ? result : await startedId(from, start);
    const [started] = await this.#stores.instances.get(state.tenant, [id]);
    return started === undefined || started === null ? null : { PARAMS: started.args };
  }

  async #batchOf(from: ReadFrom, node: PlanNode, batch: Omit<SeenBatch, "node">): Promise<Value> {
    const runs = await readItemRuns(from.task, { ...batch, node: node.id }, this.#stores);
    const items = await Promise.all(runs.map((run) => this.#valueOfItem(from, node, run)));
    return new Batch(new Map(), items);
  }

  async #valueOfItem(from: ReadFrom, node: PlanNode, run: JobInstance | null): Promise<Value> {
    return run === null ? null : this.#valuesOf(from, node, run);
  }

  /** Runs by their names: those that were taken over are of the task that they were taken from. */
  async #read(
    { run, state }: OpenTask,
    { from }: Pick<NodeState, "from">,
    names: readonly string[],
  ): Promise<readonly (JobInstance | null)[]> {
    const { instances } = this.#stores;
    const own = await instances.get(state.tenant, await partIds(run.id, names));
    if (from === undefined || own.every((one) => one !== null)) return own;
    const before = await instances.get(state.tenant, await partIds(from, names));
    return own.map((one, index) => one ?? before[index] ?? null);
  }

  async #valuesOf({ readsLog }: ReadFrom, { id, node }: PlanNode, run: JobInstance): Promise<Value> {
    const lines = readsLog ? await this.lines(run) : [];
    const own = node.type === NodeType.Job && "work" in node.job ? node.job : null;
    const self = runValues(run, lines, paramNamesOf(node));
    const { results = [] } = run.state === "Succeeded" && own !== null ? own : {};
    if (results.length === 0) return self;
    const context = { self, node: id, now: run.completedAt ?? run.updatedAt, turns: this.turns };
    return self.set("RESULT", await declaredResults(results, context));
  }

  /** The last lines of a run's log. */
  lines(run: JobInstance): Promise<readonly JobLogLine[]> {
    return lastLines(this.#stores.logs, run);
  }

  #needsLog(plan: TaskPlan): boolean {
    let reads = this.#readsLog.get(plan);
    if (reads === undefined) this.#readsLog.set(plan, (reads = READS_LOG.test(JSON.stringify(plan.body))));
    return reads;
  }

  /** The items of a batch, which stand in the fact of its beginning. */
  async itemsOf({ run, state, plan }: OpenTask, id: string): Promise<readonly JsonValue[]> {
    const node = plan.byId.get(id);
    const visit = node === undefined ? "" : visitOf(plan, state, node);
    const name = [run.id, id, visit, nodeStateOf(state, id)?.batch?.first ?? 0].join("\n");
    const known = this.#items.get(name);
    if (known !== undefined) return known;
    let items: readonly JsonValue[] = [];
    for (let after = 0, isMore = true; isMore;) {
      const page = await this.#stores.tasks.log(run.tenant, run.id, after, PAGE_SIZE);
      for (const fact of page)
        if (fact.type === "batchStarted" && fact.node === id && fact.visit === visit) ({ items } = fact);
      after = page.at(-1)?.seq ?? after;
      isMore = page.length === PAGE_SIZE;
    }
    this.#items.set(name, items);
    forgetOldest(this.#items);
    return items;
  }

  /** The run that a run of a task in a re-run goes on from, as the part of a task that it was; `null` where there is none. */
  async pastPartOf({ run, state }: OpenTask, owed: NodeRun): Promise<RunPart | null> {
    const past = pastRunsOf(state, owed);
    if (past === null) return null;
    const { node, visit, item } = owed;
    const { of, n = 0 } = past;
    if (item === null) return { of, name: runName({ node, visit, item, n }) };
    const below = of === run.id ? state.firstN : undefined;
    const name = [of, node, visit, below].join("\n");
    const { tasks } = this.#stores;
    let parts = this.#parts.get(name);
    if (parts === undefined) {
      parts = latestItemParts(tasks, { tenant: run.tenant, of, node, visit }, below);
      this.#parts.set(name, parts);
      parts.catch(() => this.#parts.delete(name));
      forgetOldest(this.#parts);
    }
    return (await parts).get(item) ?? null;
  }
}

function forgetOldest(batches: Map<string, unknown>): void {
  const [oldest] = batches.keys();
  if (batches.size > MOST_BATCHES && oldest !== undefined) batches.delete(oldest);
}

/** A node as an earlier visit left it. */
function pastStateOf({ state, plan }: OpenTask, node: PlanNode, visit: string): NodeState | undefined {
  for (const loop of node.loops) {
    const header = plan.nodes[plan.loops[loop]?.header ?? -1]?.id ?? "";
    const last = state.loops[header]?.last?.[node.id];
    if (last?.visit === visit) return last.state;
  }
  // The visit ends with the step that asks for it.
  return visitOf(plan, state, node) === visit ? nodeStateOf(state, node.id) : undefined;
}

/** The item that a run of a group is for; `null` for any other run. */
function itemOf({ args }: JobInstance): { readonly value: JsonValue; readonly index: number } | null {
  if (args === null || typeof args !== "object" || Array.isArray(args)) return null;
  const given = (args as { readonly [name: string]: JsonValue })[ITEM_ARG] as
    | { readonly value: JsonValue; readonly index: number }
    | undefined;
  return given ?? null;
}
