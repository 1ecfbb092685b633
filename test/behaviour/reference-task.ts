/** A way to a node, by the indexes of nodes in the order in which they are drawn. */
export interface ReferenceEdge {
  readonly from: number;
  readonly to: number;
  readonly on: "ok" | "failed" | "ended";
  readonly branch: string | null;
}

export type ReferenceJoin = "live" | "all" | "any" | "done" | { readonly min: number };

/** What a node does once it begins. */
export type ReferenceAct =
  | { readonly type: "run"; readonly isOk: boolean }
  | { readonly type: "wait" }
  | { readonly type: "approval"; readonly branch: string }
  | { readonly type: "condition"; readonly taken: readonly string[] }
  /** The head of a loop: the node after it is all that is in the loop. */
  | {
      readonly type: "loop";
      readonly visits: number;
      readonly maxVisits: number;
      readonly backOn: ReferenceEdge["on"];
    }
  /** What is in a loop: whether it succeeds in each of its visits. */
  | { readonly type: "inLoop"; readonly okIn: (visit: number) => boolean };

export interface ReferenceNode {
  readonly act: ReferenceAct;
  readonly join: ReferenceJoin;
  readonly mayFail: boolean;
  /** Whether it is left out where it would begin. */
  readonly skips: boolean;
  readonly ins: readonly ReferenceEdge[];
}

export interface ReferenceEnd {
  readonly states: readonly string[];
  /** How often each node was executed: in a loop once for each visit. */
  readonly visits: readonly number[];
  readonly hasSucceeded: boolean;
}

type EdgeValue = "taken" | "failed" | "dead";

/** What a task must come to, as the documentation says it: by its definitions, one node after the other. It shares no code with the engine. */
export function interpretTask(nodes: readonly ReferenceNode[]): ReferenceEnd {
  const reference = new Interpreter(nodes);
  const { visits } = reference;
  return { states: reference.ends(), visits, hasSucceeded: reference.hasSucceeded() };
}

class Interpreter {
  readonly states: string[] = [];
  readonly visits: number[] = [];
  readonly #nodes: readonly ReferenceNode[];
  readonly #branches: (readonly string[])[] = [];
  readonly #failedLoops = new Set<number>();
  /** Failures of earlier visits, by the heads of their loops: nothing in a loop handles them here. */
  readonly #badVisits = new Set<number>();

  constructor(nodes: readonly ReferenceNode[]) {
    this.#nodes = nodes;
    for (const [index, node] of nodes.entries()) {
      if (node.act.type === "inLoop") continue;
      this.visits[index] = 0;
      const state = this.#stateBefore(node);
      if (node.act.type === "loop") this.#runLoop(index, node.act, state);
      else if (state === null) this.#run(index, node.act);
      else this.states[index] = state;
    }
  }

  /** A loop that failed is shown as its head, whose own condition succeeded. */
  ends(): readonly string[] {
    return this.states.map((state, index) => (this.#failedLoops.has(index) ? "Failed" : state));
  }

  /** A failure counts until a node ran because of it, or all that it blocked is handled. */
  hasSucceeded(): boolean {
    return this.#nodes.every((node, index) => {
      if (this.#badVisits.has(index)) return false;
      const hasFailed = this.states[index] === "Failed" || this.#failedLoops.has(index);
      return !hasFailed || node.mayFail || this.#isHandled(index);
    });
  }

  #isHandled(index: number): boolean {
    if (this.#badVisits.has(index)) return false;
    const outs = this.#outsOf(index);
    // A node that waits for the ends of several, whatever they are, did not run because of one of them.
    const isHandler = ({ on, to }: ReferenceEdge): boolean =>
      on === "failed" || (on === "ended" && this.#waysTo(to) === 1);
    const hasRun = ({ to }: ReferenceEdge): boolean =>
      this.states[to] === "Succeeded" || this.states[to] === "Failed";
    if (outs.some((edge) => isHandler(edge) && hasRun(edge))) return true;
    const blocked = outs.filter(
      (edge) => this.#valueOf(edge) === "failed" && this.states[edge.to] === "Blocked",
    );
    const held = blocked.map(({ to }) => to);
    // The way into a loop is one, too.
    if (this.#nodes[index]?.act.type === "loop" && this.states[index + 1] === "Blocked") held.push(index + 1);
    // What keeps a loop from another visit is handled by what follows the loop's failure.
    const head = index - 1;
    if (
      this.#nodes[index]?.act.type === "inLoop" &&
      this.#failedLoops.has(head) &&
      this.#backValue(head) === "failed"
    )
      held.push(head);
    return held.length > 0 && held.every((to) => this.#isHandled(to));
  }

  /** What it ends as where it does not begin; `null` where it does. */
  #stateBefore({ join, ins, skips }: ReferenceNode): "Skipped" | "Blocked" | null {
    const values = ins.map((edge) => this.#valueOf(edge));
    const has = (value: EdgeValue): boolean => values.includes(value);
    const taken = values.filter((value) => value === "taken").length;
    const begins = skips ? "Skipped" : null;
    const not = has("failed") ? "Blocked" : "Skipped";
    if (values.length === 0) return begins;
    if (join === "live") return taken > 0 && !has("failed") ? begins : not;
    if (join === "all") return taken === values.length ? begins : not;
    if (join === "any") return taken > 0 ? begins : not;
    if (join === "done") return taken > 0 || has("failed") ? begins : "Skipped";
    return taken >= join.min ? begins : not;
  }

  #run(index: number, act: ReferenceAct): void {
    this.visits[index] = 1;
    this.states[index] = "Succeeded";
    if (act.type === "run" && !act.isOk) this.states[index] = "Failed";
    if (act.type === "condition") {
      this.#branches[index] = act.taken;
      if (act.taken.length === 0) this.states[index] = "Failed";
    }
    if (act.type === "approval") {
      this.#branches[index] = [act.branch];
      // One that was not given is a failure, unless a way leads on from that.
      const leads = this.#outsOf(index).some(({ branch }) => branch === act.branch);
      if (act.branch !== "approved" && !leads) this.states[index] = "Failed";
    }
  }

  /** A visit after the other: until a way out is taken, no way leads back, or there are no more. */
  #runLoop(head: number, act: Extract<ReferenceAct, { type: "loop" }>, before: string | null): void {
    const inside = head + 1;
    const inner = this.#nodes[inside] as ReferenceNode;
    const { act: work } = inner;
    if (work.type !== "inLoop") throw new Error("A loop has a node");
    this.visits[inside] = 0;
    if (before !== null) {
      this.states[head] = before;
      this.states[inside] = before;
      return;
    }
    for (let visit = 1; ; visit += 1) {
      const goesIn = visit <= act.visits;
      this.visits[head] = visit;
      this.states[head] = "Succeeded";
      this.#branches[head] = [goesIn ? "again" : "out"];
      if (goesIn) this.visits[inside] = visit;
      this.states[inside] = !goesIn ? "Skipped" : work.okIn(visit) ? "Succeeded" : "Failed";
      const exits = [...this.#outsOf(head), ...this.#outsOf(inside)].map((edge) => this.#valueOf(edge));
      const back = this.#backValue(head);
      if (exits.includes("taken")) return;
      if (back !== "taken" && back !== "failed" && !exits.includes("failed")) return;
      if (back !== "taken" || visit >= act.maxVisits) {
        this.#failedLoops.add(head);
        return;
      }
      if (this.states[inside] === "Failed" && !inner.mayFail) this.#badVisits.add(head);
    }
  }

  #backValue(head: number): EdgeValue {
    const { act } = this.#nodes[head] as ReferenceNode;
    const on = act.type === "loop" ? act.backOn : "ok";
    return this.#valueOf({ from: head + 1, to: head, on, branch: null });
  }

  #valueOf({ from, on, branch }: ReferenceEdge): EdgeValue {
    const state = this.#failedLoops.has(from) ? "Failed" : this.states[from];
    if (state === "Skipped") return "dead";
    const isWay = branch === null || this.#branches[from]?.includes(branch) === true;
    if (state === "Succeeded") return on !== "failed" && isWay ? "taken" : "dead";
    if (state === "Failed" && this.#nodes[from]?.mayFail === true) return branch === null ? "taken" : "dead";
    return on === "ok" ? "failed" : "taken";
  }

  /** The ways on from a node; the way back of a loop is none of them. */
  #outsOf(index: number): readonly ReferenceEdge[] {
    return this.#nodes.flatMap(({ ins }) => ins.filter(({ from }) => from === index));
  }

  #waysTo(index: number): number {
    const { act, ins } = this.#nodes[index] as ReferenceNode;
    return ins.length + (act.type === "loop" ? 1 : 0);
  }
}
