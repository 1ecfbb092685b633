import { Payload, type TaskView } from "@mojob/core/engine";
import {
  hideBody,
  hideRun,
  type Hiding,
  type LoopState,
  type NodeState,
  type TaskMoment,
} from "@mojob/core/feature";

const HIDDEN = [Payload.Args, Payload.Work, Payload.Values] as const;

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

function hideNode({ wrote, ...node }: NodeState): NodeState {
  return { ...node, ...(wrote !== undefined && { wrote: { seq: wrote.seq, vars: {} } }) };
}

function hideLoop({ last, began, ...rest }: LoopState): LoopState {
  const loop = { ...rest, ...(began !== undefined && { began: { seq: began.seq, vars: {} } }) };
  if (last === undefined) return loop;
  const visits = Object.entries(last).map(([id, { visit, state }]) => [
    id,
    { visit, state: { ...hideNode(state), ...(state.result !== undefined && { result: null }) } },
  ]);
  return { ...loop, last: Object.fromEntries(visits) as NonNullable<LoopState["last"]> };
}
