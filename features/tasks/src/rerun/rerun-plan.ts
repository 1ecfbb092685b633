import {
  isDecided,
  type ItemRanges,
  type KeptItems,
  type LastVisit,
  type LoopState,
  type NodeState,
  NodeStatus,
  NodeType,
  type PastRuns,
  type RerunMode,
  type RerunNode,
  RerunReason,
  startsOnly,
  type TakenOver,
  type WrittenVars,
} from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import { keptItems } from "../decide/kept-items.ts";
import { visitOf } from "../decide/read-state.ts";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";
import { keptVars } from "./kept-vars.ts";
import { isStillTheSame } from "./still-the-same.ts";

export interface RerunPlan {
  /** The parts of the task that the new run takes over. */
  readonly taken: TakenOver;
  readonly nodes: readonly RerunNode[];
}

/**
 * Plans the nodes that a re-run of an ended task takes over and executes again; `null` where there is nothing to do.
 *
 * A loop goes on in the visit in which it ended; the nodes of that visit before those that are executed again are kept.
 *
 * @param plan by which the new run goes
 * @param state the ended task's, whose nodes are found by their ids
 * @param inSameRun whether what is taken over stays within its run, which is retried. @default a new run takes it over
 * @param ranBy the plan by which it ended: what is another node by now is executed again. @default the same
 */
export function planRerun(
  plan: TaskPlan,
  state: TaskState,
  mode: RerunMode,
  inSameRun = false,
  ranBy: TaskPlan = plan,
): RerunPlan | null {
  const rerun = new Rerun(plan, state, mode, inSameRun, ranBy);
  return rerun.isEmpty ? null : { taken: rerun.taken(), nodes: rerun.preview() };
}

interface Cause {
  readonly reason: RerunReason;
  readonly after: string | null;
}

class Rerun {
  readonly #plan: TaskPlan;
  readonly #state: TaskState;
  readonly #mode: RerunMode;
  readonly #inSameRun: boolean;
  readonly #ranBy: TaskPlan;
  /** The nodes that are executed again, by index. */
  readonly #causes = new Map<number, Cause>();
  /** The nodes that started a run which is none of the task's, and would follow the nodes that are executed again: no second one is started. */
  readonly #started = new Map<number, Cause>();
  readonly #startsAgain = new Set<number>();

  constructor(plan: TaskPlan, state: TaskState, mode: RerunMode, inSameRun: boolean, ranBy: TaskPlan) {
    this.#plan = plan;
    this.#mode = mode;
    this.#ranBy = ranBy;
    this.#state = state;
    this.#inSameRun = inSameRun;
    for (const node of plan.nodes) {
      const reason = this.#reasonFor(node, mode);
      if (reason !== null) this.#add(node, { reason, after: null });
    }
    if (this.isEmpty) return;
    for (const index of plan.cleanups)
      this.#add(this.#nodeAt(index), { reason: RerunReason.Cleanup, after: null });
    this.#startAgainInNewLoops();
    if (plan.gate !== null && !this.#causes.has(plan.gate))
      this.#causes.set(plan.gate, { reason: RerunReason.Resources, after: null });
  }

  get isEmpty(): boolean {
    return this.#causes.size === 0;
  }

  taken(): TakenOver {
    const nodes: Record<string, NodeState> = {};
    const kept: Record<string, KeptItems> = {};
    const inner: Record<string, PastRuns> = {};
    const loops = this.#loops();
    for (const node of this.#plan.nodes) {
      const at = this.#stateOf(node);
      const cause = this.#causes.get(node.index);
      if (at === undefined) continue;
      if (cause === undefined) {
        nodes[node.id] = this.#taken(at, node.id);
        const part = this.#inSameRun ? this.#state.kept?.[node.id] : undefined;
        if (part !== undefined) kept[node.id] = part;
      } else if (this.#goesOn(node, cause)) {
        const items = this.#keptItems(at, node.id);
        const visit = visitOf(this.#plan, { loops }, node);
        if (items !== null) kept[node.id] = { ...items, ...(visit !== "" && { visit }) };
        const past = this.#pastRunsOf(node, at);
        if (past !== null) inner[node.id] = past;
      }
    }
    const vars = keptVars({ plan: this.#plan, state: this.#state, nodes, loops, inSameRun: this.#inSameRun });
    return { nodes, loops, kept, inner, ...(vars !== null && { vars }) };
  }

  preview(): readonly RerunNode[] {
    return this.#plan.nodes.map((node) => {
      const cause = this.#causes.get(node.index);
      if (cause === undefined) return { node: node.id, reason: null };
      const { reason, after } = cause;
      const at = this.#stateOf(node);
      const goesOn = at !== undefined && this.#goesOn(node, cause);
      const items = goesOn ? this.#keptItems(at, node.id) : null;
      return {
        node: node.id,
        reason,
        ...(after !== null && { after }),
        ...(items !== null && { keptItems: items.ok }),
        ...(goesOn && this.#pastRunsOf(node, at) !== null && { isInner: true as const }),
      };
    });
  }

  #reasonFor(node: PlanNode, mode: RerunMode): RerunReason | null {
    if (mode.type === "whole") return RerunReason.Whole;
    const status = this.#stateOf(node)?.s;
    if (mode.type === "from" && mode.nodes.includes(node.id)) return RerunReason.Chosen;
    // A node that never came to an end cannot be taken over.
    if (!isDecided(status)) return RerunReason.NotOk;
    if (mode.type === "from") return null;
    if (node.loops.some((loop) => this.#isSpent(loop))) return RerunReason.NotOk;
    if (status === NodeStatus.Blocked) return RerunReason.Blocked;
    // How a group ended, its nodes say.
    if (this.#plan.scopeOfGroup.has(node.index)) return null;
    return status === NodeStatus.Failed || status === NodeStatus.Cancelled ? RerunReason.NotOk : null;
  }

  /** Whether a loop can only begin again: what failed in an earlier visit cannot be executed again, nor can its last visit. */
  #isSpent(loop: number): boolean {
    const { header } = this.#plan.loops[loop] as TaskPlan["loops"][number];
    const at = this.#state.loops[this.#nodeAt(header).id];
    return at !== undefined && (at.bad > 0 || at.code === "loop_limit");
  }

  /** Has a node executed again, and with it what follows it, what holds it and what it holds. */
  #add(node: PlanNode, cause: Cause): void {
    const begun: [PlanNode, Cause][] = [[node, cause]];
    for (const [one, why] of begun) {
      if (this.#causes.has(one.index)) continue;
      if (why.reason === RerunReason.Follows && this.#hasStarted(one)) {
        // With it stays what follows it alone: nothing is other for that.
        this.#started.set(one.index, why);
        continue;
      }
      this.#started.delete(one.index);
      this.#causes.set(one.index, why);
      const follows = (index: number): void =>
        void begun.push([this.#nodeAt(index), { reason: RerunReason.Follows, after: one.id }]);
      for (const { to, isBack } of one.outs) if (!isBack) follows(to);
      // A node that waits for a loop waits for all of it.
      for (const loop of one.loops) for (const { to } of this.#plan.loops[loop]?.exits ?? []) follows(to);
      const { group } = this.#plan.scopes[one.scope] ?? { group: null };
      if (group !== null) this.#addAround(group, one, begun);
      const inner = this.#plan.scopeOfGroup.get(one.index);
      if (inner !== undefined) for (const index of this.#plan.scopes[inner]?.members ?? []) follows(index);
    }
  }

  #hasStarted(node: PlanNode): boolean {
    const at = this.#stateOf(node);
    return (
      !this.#startsAgain.has(node.index) &&
      startsOnly(node.node) &&
      at?.s === NodeStatus.Succeeded &&
      at.byHand !== true &&
      at.result !== undefined
    );
  }

  /** The visits of a loop that begins again are others than those before. */
  #startAgainInNewLoops(): void {
    const isAgain = (index: number): boolean => this.#causes.has(index);
    for (const { all } of this.#plan.loops) {
      const kept = all.filter((index) => this.#started.has(index));
      const isNew = all.some(isAgain) && all.every((index) => isAgain(index) || this.#started.has(index));
      if (kept.length === 0 || !isNew) continue;
      for (const index of kept) this.#startAgain(index);
      // The nodes that follow them may be all that was left of another loop.
      this.#startAgainInNewLoops();
      return;
    }
  }

  #startAgain(index: number): void {
    const cause = this.#started.get(index);
    this.#started.delete(index);
    this.#startsAgain.add(index);
    if (cause !== undefined) this.#add(this.#nodeAt(index), cause);
  }

  /** A group goes on for the sake of a node in it; what else is in it is kept. */
  #addAround(group: number, inner: PlanNode, begun: [PlanNode, Cause][]): void {
    if (this.#causes.has(group)) return;
    const node = this.#nodeAt(group);
    this.#causes.set(group, { reason: RerunReason.Follows, after: inner.id });
    for (const { to, isBack } of node.outs)
      if (!isBack) begun.push([this.#nodeAt(to), { reason: RerunReason.Follows, after: node.id }]);
    for (const loop of node.loops)
      for (const { to } of this.#plan.loops[loop]?.exits ?? [])
        begun.push([this.#nodeAt(to), { reason: RerunReason.Follows, after: node.id }]);
    const { group: outer } = this.#plan.scopes[node.scope] ?? { group: null };
    if (outer !== null) this.#addAround(outer, node, begun);
  }

  /** A loop in which something is executed again is open again. */
  #loops(): Readonly<Record<string, LoopState>> {
    const loops: Record<string, LoopState> = {};
    for (const { header, all } of this.#plan.loops) {
      const { id } = this.#nodeAt(header);
      const at = this.#state.loops[id];
      if (at === undefined) continue;
      const runs = all.some((index) => this.#causes.has(index));
      const isWhole = all.every((index) => this.#causes.has(index));
      if (!runs) loops[id] = at;
      // One that begins again is in its first visit.
      else if (!isWhole)
        loops[id] = { visit: at.visit, s: "open", bad: at.bad, ...this.#lastOf(at), ...this.#beganOf(at) };
    }
    return loops;
  }

  #taken(at: NodeState, id: string): NodeState {
    const { wrote } = at;
    const written = wrote === undefined ? {} : { wrote: this.#before(wrote) };
    return { ...endOf(at), ...this.#fromOf(at, id), ...written };
  }

  #beganOf({ began }: LoopState): Pick<LoopState, "began"> {
    return began === undefined ? {} : { began: this.#before(began) };
  }

  /** In the log of another run what is taken over comes before all else. */
  #before({ seq, vars }: WrittenVars): WrittenVars {
    return this.#inSameRun ? { seq, vars } : { seq: seq - this.#state.seq - 1, vars };
  }

  /** The run that had the visit before, of which the loop's condition reads, has its values. */
  #lastOf({ last }: LoopState): Pick<LoopState, "last"> {
    if (last === undefined) return {};
    const taken = Object.entries(last).map(([id, { visit, state }]): [string, LastVisit] => [
      id,
      { visit, state: { ...state, ...this.#fromOf(state, id) } },
    ]);
    return { last: Object.fromEntries(taken) };
  }

  /** The run to which what is taken over belongs. */
  #fromOf({ from }: NodeState, id: string): Pick<NodeState, "from"> {
    if (this.#inSameRun) return from === undefined ? {} : { from };
    return { from: this.#ownerOf(from, id) };
  }

  /** Whether a node is executed for what of it did not end ok, and not as a whole. */
  #goesOn({ id }: PlanNode, { reason }: Cause): boolean {
    return reason === RerunReason.NotOk || (reason === RerunReason.Chosen && this.#itemsOf(id) !== undefined);
  }

  #itemsOf(id: string): ItemRanges | undefined {
    const { items = {} } = this.#mode.type === "from" ? this.#mode : {};
    return Object.hasOwn(items, id) ? items[id] : undefined;
  }

  #keptItems(node: NodeState, id: string): KeptItems | null {
    const { batch } = node;
    const only = this.#itemsOf(id);
    if (batch === undefined || (batch.ok === 0 && only === undefined)) return null;
    return { ...keptItems(batch, only), ...this.#fromOf(node, id) };
  }

  /** The runs of a node that is a task of its own: they are run again in the same way. */
  #pastRunsOf(node: PlanNode, { n, batch, from }: NodeState): PastRuns | null {
    if (node.node.type === NodeType.Job || startsOnly(node.node)) return null;
    const visit = visitOf(this.#plan, this.#state, node);
    if (batch !== undefined) return { of: this.#ownerOf(from, node.id), visit };
    return n === undefined ? null : { of: from ?? this.#state.id, visit, n };
  }

  /** The run whose log says what of a node was executed, and in which run the rest. */
  #ownerOf(from: string | undefined, id: string): string {
    const isInPart = this.#state.kept !== undefined && Object.hasOwn(this.#state.kept, id);
    return from === undefined || isInPart ? this.#state.id : from;
  }

  /** `undefined` for one that has not begun, and for one that is another by now. */
  #stateOf(node: PlanNode): NodeState | undefined {
    const { id } = node;
    const at = Object.hasOwn(this.#state.nodes, id) ? this.#state.nodes[id] : undefined;
    return at !== undefined && isStillTheSame(this.#plan, this.#ranBy, node, at.s) ? at : undefined;
  }

  #nodeAt(index: number): PlanNode {
    return this.#plan.nodes[index] as PlanNode;
  }
}

/** The end of a node, without its times that were due. */
function endOf({ dueAt: _dueAt, until: _until, why: _why, asked: _asked, ...end }: NodeState): NodeState {
  return end;
}
