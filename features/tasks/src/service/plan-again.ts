import { isTerminal } from "@mojob/core";
import type { RerunRequest } from "@mojob/core/engine";
import { fromRanges, howOfRerun, type ItemRanges, type RerunMode, TaskPhase } from "@mojob/core/feature";
import type { IMoScriptStore, TaskState } from "@mojob/core/ports";
import type { OpenTask } from "../driver/open-task.ts";
import type { TaskDriver } from "../driver/task-driver.ts";
import { haveFailed } from "../decide/kept-items.ts";
import { nodeStateOf } from "../decide/read-state.ts";
import { TaskRefusal } from "../decide/task-refusal.ts";
import { planRerun, type RerunPlan } from "../rerun/rerun-plan.ts";
import { taskRefused } from "./task-refused.ts";

/** The part of a task that is executed again, and the version of its graph. */
export interface AskedRerun {
  readonly mode: RerunMode;
  /** @default that with which the run before ended */
  readonly version: number | "newest" | undefined;
}

export interface PlannedRerun {
  readonly plan: RerunPlan;
  /** The request that runs it again so. */
  readonly request: RerunRequest;
}

export interface PlanAgainParts {
  readonly tasks: { readonly reader: Pick<TaskDriver["reader"], "planOf"> };
  readonly store: { readonly scripts: Pick<IMoScriptStore, "get"> };
}

/**
 * Plans a re-run by the version that it would have.
 * @throws MoJobError `task_refused`; `invalid_argument` for a version that is not there
 */
export async function planAgain(
  task: OpenTask,
  { mode, version: asked }: AskedRerun,
  { tasks, store }: PlanAgainParts,
): Promise<PlannedRerun> {
  const { run, state } = task;
  // One that waits to be retried as a whole goes on by itself.
  if (state.phase !== TaskPhase.Ended || !isTerminal(run.state))
    throw taskRefused(run.id, { reason: "not_ended" });
  const version = asked ?? state.version;
  const plan = version === state.version ? task.plan : await planOf(task, version, { tasks, store });
  const unknown = mode.type === "from" ? mode.nodes.filter((node) => !plan.byId.has(node)) : [];
  if (unknown.length > 0)
    throw taskRefused(run.id, {
      reason: TaskRefusal.NoSuchNode,
      nodes: unknown.map((node) => ({ node, problem: "unknown" })),
    });
  const others = mode.type === "from" ? itemsInTheWay(state, mode) : [];
  if (others.length > 0)
    throw taskRefused(run.id, {
      reason: TaskRefusal.ItemNotFailed,
      nodes: others.map((node) => ({ node, problem: "items" })),
    });
  const planned = planRerun(plan, state, mode, false, task.plan);
  if (planned === null) throw taskRefused(run.id, { reason: "nothing_to_do" });
  const whole = Object.keys(itemsOf(mode)).filter((node) => !Object.hasOwn(planned.taken.kept, node));
  if (whole.length > 0)
    throw taskRefused(run.id, {
      reason: "items_not_kept",
      nodes: whole.map((node) => ({ node, problem: "items" })),
    });
  return { plan: planned, request: mode.type === "whole" ? { version } : { version, mode } };
}

function itemsOf(mode: RerunMode): Readonly<Record<string, ItemRanges>> {
  return mode.type === "from" ? (mode.items ?? {}) : {};
}

/** The nodes of which items are named that did not fail, or that are not to be executed. */
function itemsInTheWay(
  state: TaskState,
  { nodes, items = {} }: Extract<RerunMode, { readonly type: "from" }>,
): readonly string[] {
  return Object.entries(items).flatMap(([id, ranges]) => {
    const isMeant = nodes.includes(id) && haveFailed(nodeStateOf(state, id)?.batch, fromRanges(ranges));
    return isMeant ? [] : [id];
  });
}

async function planOf(
  task: OpenTask,
  version: number | "newest",
  { tasks, store }: PlanAgainParts,
): Promise<OpenTask["plan"]> {
  const how = await howOfRerun(task.run, task.definition, { mode: undefined, version }, store.scripts);
  return (await tasks.reader.planOf(task, how.version ?? null)) ?? task.plan;
}
