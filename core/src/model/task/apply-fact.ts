import { runAtOnce } from "../../base/batching/loop-turns.ts";
import type { JsonObject } from "../../base/json.ts";
import { nextNodeState } from "./next-node-state.ts";
import { NodeStatus } from "./node-status.ts";
import type { FactData, FactOfNode, TaskFact } from "./task-fact.ts";
import { type LoopState, type NodeState, TaskPhase, type TaskState } from "./task-state.ts";

const FACTS_OF_STRETCH = 1000;

/** A state that is being folded: its own, and of the maps in it too. */
export type TaskDraft = { -readonly [Name in keyof Omit<TaskState, "nodes" | "loops">]: TaskState[Name] } & {
  readonly nodes: Record<string, NodeState>;
  readonly loops: Record<string, LoopState>;
};

export function draftOf(state: TaskState): TaskDraft {
  return { ...state, nodes: { ...state.nodes }, loops: { ...state.loops } };
}

/** The state after facts: from the state before them, or from a new one where they are the whole log. */
export function foldFacts(state: TaskState, facts: Iterable<TaskFact>): TaskState {
  return runAtOnce(foldInTurns(state, facts));
}

/** As `foldFacts`, in stretches: a log has hundreds of thousands of facts. */
export function* foldInTurns(state: TaskState, facts: Iterable<TaskFact>): Generator<void, TaskState> {
  const draft = draftOf(state);
  let folded = 0;
  for (const fact of facts) {
    applyFact(draft, fact);
    if ((folded += 1) % FACTS_OF_STRETCH === 0) yield;
  }
  return draft;
}

/** Changes the draft by one fact. It assigns and never decides, so that it means the same for every version of the code. */
export function applyFact(draft: TaskDraft, fact: TaskFact): void {
  draft.seq = fact.seq;
  draft.rev = fact.rev;
  if ("node" in fact) applyToNode(draft, fact);
  else applyToTask(draft, fact);
}

type NodeFact = Extract<FactData, FactOfNode>;
type FactOfTask = Exclude<FactData, FactOfNode>;

function applyToTask(draft: TaskDraft, fact: FactOfTask): void {
  switch (fact.type) {
    case "begun":
      if (fact.attempt !== undefined) draft.attempt = fact.attempt;
      beginWith(draft, fact);
      return;
    case "restarted":
      draft.attempt = fact.attempt;
      draft.firstN = fact.firstN;
      draft.firstSeq = draft.seq;
      draft.runs = 0;
      for (const id of Object.keys(draft.nodes)) delete draft.nodes[id];
      for (const id of Object.keys(draft.loops)) delete draft.loops[id];
      for (const name of ["cause", "holdUntil", "kept", "inner", "end"] as const) delete draft[name];
      beginWith(draft, fact);
      return;
    case "lifted":
      for (const id of fact.nodes) delete draft.nodes[id];
      for (const id of fact.loops) draft.loops[id] = reopened(draft.loops[id]);
      for (const id of fact.groups) draft.nodes[id] = { s: NodeStatus.Running };
      return;
    case "signalled":
      draft.signals = [...draft.signals, fact.signal];
      return;
    case "signalTaken":
      draft.signals = draft.signals.filter((signal) => signal !== fact.signal);
      return;
    case "endAsked":
      draft.phase = TaskPhase.Ending;
      draft.cause = { state: fact.state, code: fact.code, cancels: fact.cancels };
      delete draft.holdUntil;
      return;
    case "paused":
      draft.phase = TaskPhase.Paused;
      return;
    case "held":
      draft.phase = TaskPhase.Held;
      draft.holdUntil = fact.until;
      return;
    case "resumed":
      draft.phase = TaskPhase.Running;
      delete draft.holdUntil;
      return;
    case "edited":
      draft.edits = [
        ...draft.edits.filter(({ path }) => path.join("\n") !== fact.path.join("\n")),
        { path: fact.path, value: fact.value },
      ];
      return;
    case "migrated":
      draft.version = fact.version;
      return;
    case "ended":
      draft.phase = TaskPhase.Ended;
      draft.end = { state: fact.state, ...(fact.code !== undefined && { code: fact.code }) };
      return;
  }
}

function beginWith(
  draft: TaskDraft,
  { vars, taken }: Extract<FactOfTask, { readonly type: "begun" | "restarted" }>,
): void {
  draft.phase = TaskPhase.Running;
  draft.vars = vars;
  if (taken === null) return;
  Object.assign(draft.nodes, taken.nodes);
  Object.assign(draft.loops, taken.loops);
  Object.assign(draft, { kept: taken.kept, inner: taken.inner });
}

function reopened(loop: LoopState | undefined): LoopState {
  const { visit, bad, last, began } = loop ?? { visit: 1, bad: 0 };
  return {
    visit,
    s: "open",
    bad,
    ...(last !== undefined && { last }),
    ...(began !== undefined && { began }),
  };
}

/** Drops the values that a person put over the result of a run: they do not hold for the next run's. */
function dropEditsOf(draft: TaskDraft, node: string): void {
  if (draft.edits.length === 0) return;
  draft.edits = draft.edits.filter(
    ({ path: [root, of, what] }) => root !== "JOB" || of !== node || what === "PARAMS",
  );
}

/** Writes the variables of a node, over the values that a person put there before. */
function writeVars(draft: TaskDraft, node: string, vars: JsonObject): void {
  draft.vars = { ...draft.vars, ...vars };
  draft.edits = draft.edits.filter(
    ({ path: [root, name] }) => root !== "VARS" || !Object.hasOwn(vars, name ?? ""),
  );
  const state = draft.nodes[node];
  if (state !== undefined) draft.nodes[node] = { ...state, wrote: { seq: draft.seq, vars } };
}

function applyToNode(draft: TaskDraft, fact: NodeFact): void {
  if (fact.type === "started" || fact.type === "batchStarted" || fact.type === "decided")
    dropEditsOf(draft, fact.node);
  switch (fact.type) {
    case "nextVisit": {
      const { keeps, keepsVars } = fact;
      const bad = (draft.loops[fact.node]?.bad ?? 0) + fact.bad.length;
      for (const id of fact.resets) delete draft.nodes[id];
      for (const id of fact.restarts) delete draft.loops[id];
      draft.loops[fact.node] = {
        visit: fact.number,
        s: "open",
        bad,
        ...(keeps !== undefined && { last: keeps }),
        ...(keepsVars === true && { began: { seq: draft.seq, vars: draft.vars } }),
      };
      return;
    }
    case "loopEnded": {
      const { number: visit, failed } = fact;
      const loop = { ...reopened(draft.loops[fact.node]), visit };
      draft.loops[fact.node] =
        failed === null ? { ...loop, s: "ended" } : { ...loop, s: "failed", code: failed };
      return;
    }
    case "started":
      if (fact.n !== null) draft.runs += 1;
      draft.nodes[fact.node] = nextNodeState(draft.nodes[fact.node], fact);
      return;
    case "decided":
      draft.nodes[fact.node] = nextNodeState(draft.nodes[fact.node], fact);
      if (fact.vars !== undefined) writeVars(draft, fact.node, fact.vars);
      return;
    default:
      draft.nodes[fact.node] = nextNodeState(draft.nodes[fact.node], fact);
  }
}
