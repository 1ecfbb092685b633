import { TaskWait } from "@mojob/core/engine";
import { NodeStatus, NodeType, TaskPhase, type TaskWaiting } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";
import { Failures } from "./failures.ts";
import { nodeStateOf } from "./read-state.ts";

/** Most urgent first: what waits for people is shown also where other nodes run. */
const URGENCY: readonly TaskWait[] = [TaskWait.Approval, TaskWait.Signal];
/** Shown where nothing else goes on. */
const CALM: readonly TaskWait[] = [TaskWait.Check, TaskWait.Time, TaskWait.Retry];

/** The wait of a task in a state; `null` while its nodes run and nothing waits for people. */
export function waitingOf(plan: TaskPlan, state: TaskState): Omit<TaskWaiting, "since"> | null {
  const { phase, holdUntil } = state;
  if (phase === TaskPhase.Held) {
    const [node = null] = new Failures(plan, state).unhandledOf(plan.others);
    return { for: TaskWait.Held, node, until: holdUntil?.toISOString() ?? null };
  }
  if (phase === TaskPhase.Paused) return { for: TaskWait.Paused, node: null, until: null };
  if (phase !== TaskPhase.Running) return null;
  const waits = plan.nodes.flatMap((node) => waitOf(node, state) ?? []);
  const goesOn = waits.length === 0 || plan.nodes.some((node) => isUnderWay(node, state));
  const shown = goesOn ? URGENCY : [...URGENCY, ...CALM];
  const chosen = shown.find((kind) => waits.some((one) => one.for === kind));
  return waits.find((one) => one.for === chosen) ?? null;
}

function waitOf({ id, node }: PlanNode, state: TaskState): Omit<TaskWaiting, "since"> | null {
  const at = nodeStateOf(state, id);
  if (at?.s !== NodeStatus.Waiting) return null;
  const until = (at.until ?? at.dueAt)?.toISOString() ?? null;
  if (at.why === "retry") return { for: TaskWait.Retry, node: id, until };
  if (node.type === NodeType.Approval) return { for: TaskWait.Approval, node: id, until };
  if (node.type !== NodeType.Wait) return { for: TaskWait.Time, node: id, until };
  const { for: wait } = node;
  if ("signal" in wait) return { for: TaskWait.Signal, node: id, until };
  return { for: "check" in wait ? TaskWait.Check : TaskWait.Time, node: id, until };
}

function isUnderWay({ id, node }: PlanNode, state: TaskState): boolean {
  // The nodes in a group say for themselves whether they run.
  const status = nodeStateOf(state, id)?.s;
  const isPlainGroup = node.type === NodeType.Group && node.each === undefined;
  return !isPlainGroup && (status === NodeStatus.Running || status === NodeStatus.Ready);
}
