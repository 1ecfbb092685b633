import type { JsonValue } from "@mojob/core";
import type { LoopState, NodeState, WrittenVars } from "@mojob/core/feature";
import type { JsonObject, TaskState } from "@mojob/core/ports";
import type { TaskPlan } from "../plan/task-plan.ts";

interface Parts {
  readonly plan: TaskPlan;
  readonly state: TaskState;
  /** The nodes that are taken over, and the loops in which something is. */
  readonly nodes: Readonly<Record<string, NodeState>>;
  readonly loops: Readonly<Record<string, LoopState>>;
  /** Where a run is retried, variables that no node writes are not computed again either. */
  readonly inSameRun: boolean;
}

/**
 * The variables that a re-run takes over, as what is taken over left them; `null` where there are none. One that only nodes have written
 * that are executed again has its first value again.
 */
export function keptVars({ plan, state, nodes, loops, inSameRun }: Parts): JsonObject | null {
  const kept: Record<string, JsonValue> = {};
  const written = new Set(plan.nodes.flatMap(({ node }) => (node.vars ?? []).map(({ name }) => name)));
  for (const { name } of plan.body.vars ?? []) {
    const value = written.has(name)
      ? lastOf(name, plan, nodes, loops)
      : inSameRun
        ? state.vars[name]
        : undefined;
    if (value !== undefined) kept[name] = value;
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

/** The latest value that nodes which are taken over have written, or that a loop began its visit with which goes on in it. */
function lastOf(
  name: string,
  plan: TaskPlan,
  nodes: Parts["nodes"],
  loops: Parts["loops"],
): JsonValue | undefined {
  const writes: WrittenVars[] = Object.values(nodes).flatMap(({ wrote }) => wrote ?? []);
  for (const { header, all } of plan.loops) {
    const began = loops[plan.nodes[header]?.id ?? ""]?.began;
    const isWritten = all.some((index) => plan.nodes[index]?.node.vars?.some((one) => one.name === name));
    if (began !== undefined && isWritten) writes.push(began);
  }
  return writes
    .filter(({ vars }) => Object.hasOwn(vars, name))
    .toSorted((one, other) => one.seq - other.seq)
    .at(-1)?.vars[name];
}
