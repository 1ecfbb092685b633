import { type Join, NamedJoin } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";
import { edgeValue, type EdgeValue } from "./edge-value.ts";
import { loopStateOf } from "./read-state.ts";

/** The decision about a node, by the known ends of those before it. */
export type Verdict = "wait" | "go" | "skip" | "block";

/**
 * The verdict on a node that has not begun: the same in whichever order those before it end. A negative one waits for all of
 * them, unless one failed that alone decides it.
 *
 * `live` goes where nothing failed and a way was taken, `all` where every way was, `any` with the first, `{ min }` with so
 * many, `done` once all are decided.
 */
export function joinVerdict(plan: TaskPlan, state: TaskState, node: PlanNode): Verdict {
  // Its own ways back decided that there is another visit.
  if (node.heads !== null && loopStateOf(plan, state, node.heads).visit > 1) return "go";
  const counts: Record<EdgeValue, number> = { open: 0, taken: 0, failed: 0, dead: 0 };
  let edges = 0;
  for (const edge of node.ins) {
    if (edge.isBack) continue;
    counts[edgeValue(plan, state, edge)] += 1;
    edges += 1;
  }
  return edges === 0 ? "go" : verdictOf(node.node.join ?? NamedJoin.Live, counts);
}

function verdictOf(join: Join, { open, taken, failed, dead }: Readonly<Record<EdgeValue, number>>): Verdict {
  const isDecided = open === 0;
  const negative = failed > 0 ? "block" : "skip";
  switch (join) {
    case NamedJoin.Live:
      if (failed > 0) return "block";
      if (!isDecided) return "wait";
      return taken > 0 ? "go" : "skip";
    case NamedJoin.All:
      if (failed > 0) return "block";
      if (!isDecided) return "wait";
      return dead === 0 ? "go" : "skip";
    case NamedJoin.Any:
      if (taken > 0) return "go";
      return isDecided ? negative : "wait";
    case NamedJoin.Done:
      if (!isDecided) return "wait";
      return taken + failed > 0 ? "go" : "skip";
    default:
      if (taken >= join.min) return "go";
      return isDecided ? negative : "wait";
  }
}
