import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../../api/notify.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import type { NodeJson, TaskJson } from "../run/task-model.ts";

const FAILED: ReadonlySet<NodeJson["status"]> = new Set(["Failed", "Cancelled"]);

export interface RunItems {
  /** Why they cannot be executed; `null` where they can. */
  readonly refusal: string | null;
  readonly isPending: boolean;
  /** Whether the run has ended. */
  readonly inNewRun: boolean;
  run(items: readonly number[]): void;
}

/** Executes some of a batch's failed items again: in its run, and where that has ended in a new one. The others stay as they ended. */
export function useRunItems(task: TaskJson, node: NodeJson): RunItems {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const operate = useApiChange("operateTask");
  const rerun = useApiChange("rerunTask");
  const refusal = useRefusal(task, node);
  const path = { id: task.instanceId };

  const runAgain = async (items: readonly number[]): Promise<void> => {
    const body = { mode: "from" as const, nodes: [node.id], items: { [node.id]: items } };
    const answer = await rerun.mutateAsync({ path, body });
    if (!("instance" in answer)) return;
    const { id, jobName, jobKey } = answer.instance;
    notifyDone(t("instances.rerunStarted", { job: jobName ?? jobKey }));
    await navigate({ to: "/runs/$id", params: { id } });
  };
  const retry = async (items: readonly number[]): Promise<void> => {
    await operate.mutateAsync({ path, body: { type: "retryNode", node: node.id, items } });
    notifyDone(t("task.done.retryNode"));
  };
  return {
    refusal,
    inNewRun: task.phase === "ended",
    isPending: operate.isPending || rerun.isPending,
    run(items) {
      // A notification shows what is wrong.
      (task.phase === "ended" ? runAgain(items) : retry(items)).catch(() => undefined);
    },
  };
}

function useRefusal({ phase }: TaskJson, { status }: NodeJson): string | null {
  const { t } = useTranslation();
  const mayOperate = useMay("runs:operate");
  const mayRerun = useMay("runs:rerun");
  if (phase === "ended") return mayRerun ? null : t("task.mayNotRerun");
  if (!mayOperate) return t("task.mayNot");
  if (phase === "ending") return t("task.refusal.ending");
  return FAILED.has(status) ? null : t("task.batch.underWay");
}
