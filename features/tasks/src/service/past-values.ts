import {
  type AskedValue,
  evaluateExpression,
  ExpressionError,
  ExpressionErrorCode,
  Expressions,
  type PastValue,
  type PastValueIssue,
  WorkBudget,
} from "@mojob/core/feature";
import type { TaskFact } from "@mojob/core/ports";
import { type ExpressionPlace, rootsOf } from "../decide/evaluate.ts";
import { nodeStateOf } from "../decide/read-state.ts";
import { Step } from "../decide/step.ts";
import { READS_LOG, type ValueLoader } from "../driver/load-values.ts";
import type { OpenTask } from "../driver/open-task.ts";
import type { PlanNode } from "../plan/task-plan.ts";
import { PastStates } from "./past-states.ts";
import { MissingValues, type NeededValue, type TaskValues } from "../task-values.ts";

/** Runs of items that are read for one node. */
const MOST_ITEM_RUNS = 1000;

/** What all evaluations of a request do is bounded as that of one. */
class SharedBudget extends WorkBudget {
  override begin(): void {
    // It goes on from what the ones before have done.
  }
}

class Refused extends Error {
  readonly issue: PastValueIssue;

  constructor(code: PastValueIssue["code"], message: string, at: number | null = null) {
    super(message);
    this.issue = { code, at, message };
  }
}

export interface PastValuesOptions {
  readonly values: Pick<ValueLoader, "initial" | "add" | "turns">;
  /** All facts of the task. */
  readonly log: readonly TaskFact[];
  readonly now: Date;
}

/** Evaluates expressions on what a run of a task had, all within the work that one may do. */
export class PastValues {
  readonly #task: OpenTask;
  readonly #options: PastValuesOptions;
  readonly #budget = new SharedBudget();
  readonly #states: PastStates;
  /** What was loaded, by the number of the last fact and whether lines are among it. */
  readonly #loaded = new Map<string, TaskValues>();

  constructor(task: OpenTask, options: PastValuesOptions) {
    // Texts of callers are not kept with those of the task.
    this.#task = { ...task, plan: { ...task.plan, expressions: new Expressions() } };
    this.#options = options;
    this.#states = new PastStates(task.state, options.log, options.values.turns);
  }

  async evaluateAll(asked: readonly AskedValue[]): Promise<readonly PastValue[]> {
    await this.#states.prepare(asked);
    const values: PastValue[] = [];
    // oxlint-disable-next-line no-await-in-loop -- what is loaded for one is there for the next
    for (const one of asked) values.push(await this.evaluate(one));
    return values;
  }

  async evaluate(asked: AskedValue): Promise<PastValue> {
    try {
      return await this.#valueOf(asked);
    } catch (error) {
      if (error instanceof Refused) return { issue: error.issue };
      if (!(error instanceof ExpressionError)) throw error;
      const { code, message, at } = error;
      return { issue: { code, message, at: at < 0 ? null : at } };
    }
  }

  async #valueOf({ text, node: id, item, visit }: AskedValue): Promise<PastValue> {
    const { plan } = this.#task;
    const { expression, references } = plan.expressions.get(text, this.#budget);
    const secret = references.find(({ path }) => path.root === "SECRET");
    if (secret !== undefined) throw new Refused("secret", "Only the worker opens a secret", secret.path.at);
    const node = id === undefined ? null : plan.byId.get(id);
    if (node === undefined) throw new Refused("unknown_node", `The task has no node "${id ?? ""}"`);
    const task = this.#taskAt(node, visit);
    const reads = { task, readsLog: READS_LOG.test(text) };
    const place = {
      node,
      ...(item !== undefined && { item: await this.#itemOf(reads, node, item) }),
      ...(node !== null && { ended: endOf(task, node) }),
    };
    const roots = await this.#rootsOf(reads, text, place);
    const { now, values } = this.#options;
    const context = { now: task.run.completedAt ?? now, roots };
    return { value: await values.turns.inTurn(() => evaluateExpression(expression, context, this.#budget)) };
  }

  async #rootsOf(reads: Reads, text: string, place: ExpressionPlace): Promise<ReturnType<typeof rootsOf>> {
    const { plan, state } = reads.task;
    for (;;) {
      const values = await this.#valuesOf(reads, []);
      const step = new Step({ plan, state, values, at: this.#options.now });
      try {
        return rootsOf(step, text, place);
      } catch (error) {
        if (!(error instanceof MissingValues)) throw error;
        await this.#valuesOf(reads, [...step.needs.values()]);
      }
    }
  }

  /** What is loaded, with what is needed besides. */
  async #valuesOf({ task, readsLog }: Reads, needs: readonly NeededValue[]): Promise<TaskValues> {
    const { values } = this.#options;
    const name = `${task.state.seq} ${readsLog}`;
    const known = this.#loaded.get(name) ?? (await values.initial(task));
    for (const { node, what } of needs) {
      const count = nodeStateOf(task.state, node)?.batch?.count ?? 0;
      if (what === "run" && count > MOST_ITEM_RUNS)
        throw new Refused(
          ExpressionErrorCode.TooLarge,
          `Node "${node}" has ${count} items, of which at most ${MOST_ITEM_RUNS} are read`,
        );
    }
    const loaded = needs.length === 0 ? known : await values.add(task, known, needs, readsLog);
    this.#loaded.set(name, loaded);
    return loaded;
  }

  /** The task after the last fact of a node in a visit. */
  #taskAt(node: PlanNode | null, visit: string | undefined): OpenTask {
    if (visit === undefined) return this.#task;
    const state = this.#states.atEndOf(node?.id, visit);
    if (state === null)
      throw new Refused("unknown_visit", `Node "${node?.id ?? ""}" has no visit "${visit}"`);
    return { ...this.#task, state };
  }

  async #itemOf(
    reads: Reads,
    node: PlanNode | null,
    index: number,
  ): Promise<NonNullable<ExpressionPlace["item"]>> {
    const each = node !== null && "each" in node.node ? node.node.each : undefined;
    const count = node === null ? 0 : (nodeStateOf(reads.task.state, node.id)?.batch?.count ?? 0);
    if (each === undefined || node === null || index >= count)
      throw new Refused("unknown_item", `Node "${node?.id ?? ""}" has no item ${index}`);
    if (each.items === undefined) return { value: index, index };
    const { items } = await this.#valuesOf(reads, [{ node: node.id, what: "items" }]);
    return { value: items.get(node.id)?.[index] ?? null, index };
  }
}

interface Reads {
  readonly task: OpenTask;
  readonly readsLog: boolean;
}

/** A node that has run stands for `$.SELF` as it ended. */
function endOf({ state }: OpenTask, { id }: PlanNode): NonNullable<ExpressionPlace["ended"]> {
  const { s, result } = nodeStateOf(state, id) ?? {};
  return { ...(s !== undefined && { s }), ...(result !== undefined && { result }) };
}
