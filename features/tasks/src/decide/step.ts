import type { JsonValue } from "@mojob/core";
import {
  applyFact,
  type DecidedStatus,
  draftOf,
  type FactData,
  isDecided,
  type LoopState,
  type NodeState,
  NodeStatus,
  type TaskDraft,
} from "@mojob/core/feature";
import type { JsonObject, TaskFact, TaskState } from "@mojob/core/ports";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";
import { MissingValues, type NeededValue, type TaskValues } from "../task-values.ts";
import { type Owed, owedBy } from "./owed.ts";
import { type Evaluated, Evaluations } from "./evaluations.ts";
import { loopStateOf, nodeStateOf, visitOf } from "./read-state.ts";
import type { Stated } from "./stated.ts";
import type { TaskRefusal } from "./task-refusal.ts";

export interface StepParts {
  readonly plan: TaskPlan;
  readonly state: TaskState;
  readonly values: TaskValues;
  readonly at: Date;
  /** The expressions that the same step evaluated in turns before this one. @default nothing */
  readonly evaluated?: readonly Evaluated[];
  /** In a simulation, what is said in place of people, times and values. @default it is none */
  readonly stated?: Stated;
}

/** Items of a batch that ended in one step. */
export interface ItemEnds {
  readonly ok: Set<number>;
  readonly bad: Set<number>;
}

/** The details of a decision about a node. */
export interface Decision {
  readonly code?: string;
  readonly message?: string;
  readonly branches?: readonly string[];
  readonly result?: JsonValue;
  readonly vars?: JsonObject;
}

/** One step of a task as it is decided: each fact is applied as it is found, so that the state is that of its facts. */
export class Step {
  readonly plan: TaskPlan;
  readonly values: TaskValues;
  readonly at: Date;
  readonly state: TaskDraft;
  readonly facts: TaskFact[] = [];
  readonly owes: Owed[] = [];
  readonly evaluations: Evaluations;
  /** The values that have to be loaded before the step can be made. */
  readonly needs: Map<string, NeededValue> = new Map();
  /** The operations that it does not do, and why. */
  readonly refused: Map<object, TaskRefusal> = new Map();
  /** Nodes that may be decided by what is known now. */
  readonly touched: Set<number> = new Set();
  /** Nodes that are to begin and need a place. */
  readonly candidates: Set<number> = new Set();
  /** Loops and groups that may be over. */
  readonly touchedLoops: Set<number> = new Set();
  readonly touchedScopes: Set<number> = new Set();
  /** Items that ended, by node: all of a step are one fact. */
  readonly itemEnds: Map<number, ItemEnds> = new Map();
  /** The open items of batches with the numbers of their runs, once they are needed. */
  readonly openItems: Map<number, Map<number, number>> = new Map();
  /** The items of batches that begin in this step. */
  readonly newItems: Map<string, readonly JsonValue[]> = new Map();
  readonly stated: Stated | null;
  readonly #rev: number;

  constructor({ plan, state, values, at, evaluated = [], stated }: StepParts) {
    this.plan = plan;
    this.evaluations = new Evaluations(plan.expressions, evaluated);
    this.values = values;
    this.at = at;
    this.state = draftOf(state);
    this.stated = stated ?? null;
    this.#rev = state.rev + 1;
  }

  emit(data: FactData, by?: string): void {
    const stamp = { seq: this.state.seq + 1, rev: this.#rev, at: this.at, ...(by !== undefined && { by }) };
    const fact: TaskFact = { ...data, ...stamp };
    this.owes.push(...owedBy(this.plan, this.state, fact));
    this.facts.push(fact);
    applyFact(this.state, fact);
  }

  decide(node: PlanNode, state: DecidedStatus, decision: Decision = {}, by?: string): void {
    const byHand = by === undefined ? {} : { byHand: true as const };
    this.emit({ type: "decided", ...this.place(node), state, ...decision, ...byHand }, by);
    this.decided(node);
  }

  /** Marks the nodes that may follow from a node's end, to be looked at. */
  decided(node: PlanNode): void {
    for (const { to, isBack, leaves } of node.outs) if (!isBack && leaves === null) this.touched.add(to);
    const inner = this.plan.scopeOfGroup.get(node.index);
    if (inner !== undefined) this.touchAll(this.plan.scopes[inner]?.members ?? []);
    if (node.index === this.plan.gate) this.touchAll(this.plan.others);
    this.touchRegions(node);
  }

  touchRegions({ loops, scope }: PlanNode): void {
    for (const loop of loops) this.touchedLoops.add(loop);
    this.touchedScopes.add(scope);
  }

  touchAll(nodes: Iterable<number>): void {
    for (const index of nodes) this.touched.add(index);
  }

  nodeAt(index: number): PlanNode {
    return this.plan.nodes[index] as PlanNode;
  }

  stateOf(node: PlanNode): NodeState | undefined {
    return nodeStateOf(this.state, node.id);
  }

  statusOf(node: PlanNode): NodeStatus | undefined {
    return this.stateOf(node)?.s;
  }

  /** The number of its latest run in this visit, or of the first one that it has. */
  numberOf(node: PlanNode): number {
    return this.stateOf(node)?.n ?? this.state.firstN ?? 0;
  }

  /** How many runs a node had before the one with that number, in this attempt of the task. */
  ordinalOf(n: number): number {
    return n - (this.state.firstN ?? 0);
  }

  isOpen(node: PlanNode): boolean {
    return !isDecided(this.statusOf(node));
  }

  isRunning(node: PlanNode): boolean {
    return this.statusOf(node) === NodeStatus.Running;
  }

  loopState(loop: number): LoopState {
    return loopStateOf(this.plan, this.state, loop);
  }

  /** The members that a fact about a node begins with. */
  place(node: PlanNode): { readonly node: string; readonly visit: string } {
    return { node: node.id, visit: visitOf(this.plan, this.state, node) };
  }

  /** Notes what has to be loaded, and is what to throw. */
  missing(...needed: readonly NeededValue[]): MissingValues {
    for (const one of needed) this.needs.set(`${one.what} ${one.node}~${one.visit ?? ""}`, one);
    return new MissingValues();
  }

  after(ms: number): Date {
    return new Date(this.at.getTime() + ms);
  }
}
