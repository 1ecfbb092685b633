import { type Hiding, Payload } from "../../../model/hidden.ts";
import type { TaskMoment, TaskView } from "../../../scheduler/task-service.ts";
import { NodeType, type TaskBody, type TaskNode } from "../../../task/body/task-body.ts";
import type { LoopState } from "../../../task/state/task-state.ts";
import { hideRun } from "./hide-run.ts";
import { hideWork } from "./hide-job.ts";

const HIDDEN = [Payload.Args, Payload.Work, Payload.Values] as const;

/** What nodes have that says how they hang together, and nothing of what they do. */
const SHOWN_OF_NODE: ReadonlySet<string> = new Set([
  "id",
  "type",
  "title",
  "position",
  "pre",
  "join",
  "allowFailure",
  "cleanup",
  "key",
  "version",
  "wait",
  "retry",
  "timeoutMs",
  "waitTimeoutMs",
  "priority",
  "else",
  "all",
  "loop",
  "by",
  "onTimeout",
]);
const SHOWN_OF_BODY: ReadonlySet<string> = new Set([
  "engine",
  "onFailure",
  "onRetry",
  "holdTimeoutMs",
  "cleanupTimeoutMs",
  "maxParallel",
]);

/** A run of a task: where it stands, without the values in it. */
export function hideTask<View extends TaskView | TaskMoment>(view: View): View {
  const { state } = view;
  const shown: Hiding<TaskView> = {
    ...view,
    run: hideRun(view.run),
    body: hideBody(view.body),
    state: {
      ...state,
      vars: {},
      edits: state.edits.map(({ path }) => ({ path, value: null })),
      loops: Object.fromEntries(Object.entries(state.loops).map(([id, loop]) => [id, hideLoop(loop)])),
    },
    hidden: HIDDEN,
  };
  return shown as View & typeof shown;
}

/** A graph without its values, expressions and work. */
export function hideBody(body: TaskBody): TaskBody {
  return { ...shownOf(body, SHOWN_OF_BODY), nodes: body.nodes.map(hideNode) } as unknown as TaskBody;
}

function hideNode(node: TaskNode): TaskNode {
  const shown = shownOf(node, SHOWN_OF_NODE);
  switch (node.type) {
    case NodeType.Group:
      return { ...shown, nodes: node.nodes.map(hideNode) } as unknown as TaskNode;
    case NodeType.Job:
      return {
        ...shown,
        job: "key" in node.job ? node.job : { work: hideWork(node.job.work) },
      } as unknown as TaskNode;
    case NodeType.Condition:
      return {
        ...shown,
        branches: node.branches.map(({ name }) => ({ name, when: null })),
      } as unknown as TaskNode;
    case NodeType.Wait:
      return { ...shown, for: hideWait(node.for) } as unknown as TaskNode;
    default:
      return shown as unknown as TaskNode;
  }
}

/** What it waits for by its kind; a signal has a name, by which people send it. */
function hideWait(wanted: object): object {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]: [string, unknown]) => [
      name,
      name === "signal" ? value : null,
    ]),
  );
}

function hideLoop({ last, ...loop }: LoopState): LoopState {
  if (last === undefined) return loop;
  const visits = Object.entries(last).map(
    ([
      id,
      {
        visit,
        state: { result: _, ...state },
      },
    ]) => [id, { visit, state }],
  );
  return { ...loop, last: Object.fromEntries(visits) as NonNullable<LoopState["last"]> };
}

function shownOf(whole: object, shown: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => shown.has(name)));
}
