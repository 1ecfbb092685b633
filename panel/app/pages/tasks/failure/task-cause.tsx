import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, useMemo } from "react";
import type { Instance } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import type { TaskJson } from "../run/task-model.ts";
import { useTaskFacts } from "../run/use-task-facts.ts";
import { TaskFailure } from "./task-failure.tsx";

export interface TaskCauseProps {
  readonly run: Pick<Instance, "id" | "args" | "error">;
}

/** Why a run of a workflow failed, on a page that is not its own: its node leads to that. */
export function TaskCause({ run }: TaskCauseProps): ReactElement {
  const task = useApi("getTask", { path: { id: run.id } });
  return <QueryView query={task}>{(data) => <CauseOf task={data.task} run={run} />}</QueryView>;
}

interface CauseOfProps extends TaskCauseProps {
  readonly task: TaskJson;
}

function CauseOf({ task, run: { id, args, error } }: CauseOfProps): ReactElement {
  const navigate = useNavigate();
  const facts = useTaskFacts(id, task.hidden !== undefined).data ?? [];
  const all = useMemo(() => flatNodes(readBodyNodes(task.body)), [task.body]);
  return (
    <TaskFailure
      task={task}
      all={all}
      facts={facts}
      args={args}
      error={error}
      onNode={(node) => void navigate({ to: "/runs/$id", params: { id }, search: { node } })}
    />
  );
}
