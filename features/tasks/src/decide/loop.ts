import { type LastVisit, NodeStatus, TaskLimit, TaskPhase } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import type { PlanLoop, PlanNode } from "../plan/task-plan.ts";
import { valueInVisit } from "./edge-value.ts";
import { Failures } from "./failures.ts";
import { latestRun } from "./latest-run.ts";
import { areSettled } from "./read-state.ts";
import type { Step } from "./step.ts";

/**
 * Goes on with a loop all of whose nodes are settled in this visit: it ends where a way out was taken, else begins again where
 * a way back was, else ends. It fails where there are no more visits, and where a failure is all that is left.
 */
export function closeVisit(step: Step, index: number): void {
  const { plan, state } = step;
  const loop = plan.loops[index] as PlanLoop;
  const { visit, s } = step.loopState(index);
  if (s !== "open" || !areSettled(plan, state, loop.members, index)) return;
  const header = step.nodeAt(loop.header);
  const valuesOf = (edges: PlanLoop["exits"]): ReadonlySet<string> =>
    new Set(edges.map((edge) => valueInVisit(plan, state, edge)));
  const [exits, backs] = [valuesOf(loop.exits), valuesOf(loop.backs)];
  // A header that did not succeed has said itself what follows.
  const mayGoOn = step.statusOf(header) === NodeStatus.Succeeded && state.phase !== TaskPhase.Ending;
  if (exits.has("taken") || !mayGoOn) endLoop(step, index, null);
  else if (backs.has("taken") && (visit >= loop.maxVisits || hasManyFacts(state)))
    endLoop(step, index, "loop_limit");
  else if (backs.has("taken")) beginVisit(step, index, visit + 1);
  else endLoop(step, index, exits.has("failed") || backs.has("failed") ? "loop_failed" : null);
}

function hasManyFacts({ seq, firstSeq = 0 }: TaskState): boolean {
  return seq - firstSeq >= TaskLimit.Facts || seq >= TaskLimit.FactsOfRun;
}

function endLoop(step: Step, index: number, failed: string | null): void {
  const { header, exits } = step.plan.loops[index] as PlanLoop;
  const node = step.nodeAt(header);
  const { visit: number } = step.loopState(index);
  step.emit({ type: "loopEnded", ...step.place(node), number, failed });
  // Nodes that waited for the end of the loop are looked at again; so are those that wait for the loop around it.
  for (const { to } of exits) step.touched.add(to);
  step.touchRegions(node);
}

function beginVisit(step: Step, index: number, number: number): void {
  const { plan } = step;
  const { header, members, all } = plan.loops[index] as PlanLoop;
  const node: PlanNode = step.nodeAt(header);
  step.emit({
    type: "nextVisit",
    ...step.place(node),
    number,
    bad: new Failures(plan, step.state, index).unhandledOf(members),
    resets: all.map((one) => step.nodeAt(one).id),
    restarts: plan.loops.flatMap(({ header: other }) =>
      other !== header && all.includes(other) ? [step.nodeAt(other).id] : [],
    ),
    ...keepsOf(step, index),
    ...(all.some((one) => step.nodeAt(one).node.vars !== undefined) && { keepsVars: true as const }),
  });
  step.touched.add(header);
}

/** The runs of the visit that is over which are still read, such as by the loop's condition. */
function keepsOf(step: Step, loop: number): { readonly keeps?: Readonly<Record<string, LastVisit>> } {
  const keeps = [...step.plan.loopReads.of(loop)].flatMap((index) => {
    const node = step.nodeAt(index);
    const last = latestRun(step, node);
    return last === null ? [] : [[node.id, last] as const];
  });
  return keeps.length === 0 ? {} : { keeps: Object.fromEntries(keeps) };
}
