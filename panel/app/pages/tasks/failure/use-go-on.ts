import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import { notifyDone } from "../../../api/notify.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import type { BodyNode } from "../graph/body-node.ts";
import { nodesToRetry } from "../run/nodes-to-retry.ts";
import type { TaskJson } from "../run/task-model.ts";
import { keptBack } from "./failed-nodes.ts";
import type { GivenValue } from "./given-values.ts";

/** A value in place of another one. */
export interface ChangedValue extends Pick<GivenValue, "path"> {
  readonly to: unknown;
}

export interface GoOn {
  /** How many nodes are executed; `null` while that is not known. */
  readonly count: number | null;
  /** Why it cannot go on; `null` where it can. */
  readonly refusal: string | null;
  readonly isPending: boolean;
  /** Executes again what failed, and what that kept back, with other values where there are some. Resolves to whether it goes on. */
  goOn(changed?: readonly ChangedValue[], reason?: string): Promise<boolean>;
}

/** Has a run go on after a failure: the very run where that is under way, a new one that takes over the rest where it has ended. */
export function useGoOn(
  task: TaskJson,
  all: readonly BodyNode[],
  failed: readonly string[],
  args: unknown,
): GoOn {
  const { t } = useTranslation();
  const isOver = task.phase === "ended";
  const navigate = useNavigate();
  const path = { id: task.instanceId };
  const mayRerun = useMay("runs:rerun");
  const [isPending, setPending] = useState(false);
  const preview = useRerunCount(task.instanceId, isOver && mayRerun);
  const operate = useApiChange("operateTask");
  const edit = useApiChange("editTaskValue");
  const rerun = useApiChange("rerunTask");
  const toRetry = nodesToRetry(failed, task.nodes, all).map(({ id }) => id);
  const retried = toRetry.length + keptBack(toRetry, task.nodes, all).length;

  const runAgain = async (changed: readonly ChangedValue[]): Promise<void> => {
    const body = { mode: "smart" as const, ...(changed.length > 0 && { args: argsWith(args, changed) }) };
    const answer = await rerun.mutateAsync({ path, body });
    if (!("instance" in answer)) return;
    const { instance } = answer;
    notifyDone(t("instances.rerunStarted", { job: instance.jobName ?? instance.jobKey }));
    await navigate({ to: "/runs/$id", params: { id: instance.id } });
  };
  const retry = async (changed: readonly ChangedValue[], reason: string): Promise<void> => {
    for (const { path: names, to } of changed) {
      const body = { path: names, value: to, reason };
      // One that somebody has changed since it was shown is not replaced.
      // oxlint-disable-next-line no-await-in-loop
      await edit.mutateAsync({ path, body, options: { ifMatch: task.rev } });
    }
    for (const node of toRetry)
      // Each is judged by what the one before has left.
      // oxlint-disable-next-line no-await-in-loop
      await operate.mutateAsync({ path, body: { type: "retryNode", node } });
    notifyDone(t("task.done.retryNode"));
  };
  return {
    count: isOver ? (preview.data ?? null) : retried,
    refusal: useRefusalToGoOn(isOver, isOver ? preview.error !== null : toRetry.length === 0),
    isPending,
    async goOn(changed = [], reason = "") {
      setPending(true);
      try {
        await (isOver ? runAgain(changed) : retry(changed, reason));
        return true;
      } catch {
        // A notification has shown it.
        return false;
      } finally {
        setPending(false);
      }
    },
  };
}

/** The arguments of a run with others in place of some. */
function argsWith(args: unknown, changed: readonly ChangedValue[]): Record<string, unknown> {
  const others = changed.map(({ path, to }) => [path.at(-1) ?? "", to] as const);
  return { ...(args as object | null), ...Object.fromEntries(others) };
}

/** @param isNothing whether nothing of it would be executed */
function useRefusalToGoOn(isOver: boolean, isNothing: boolean): string | null {
  const { t } = useTranslation();
  const mayOperate = useMay("runs:operate");
  const mayRerun = useMay("runs:rerun");
  if (isOver) return !mayRerun ? t("task.mayNotRerun") : isNothing ? t("task.rerun.nothing") : null;
  return !mayOperate ? t("task.mayNot") : isNothing ? t("task.retry.nothing") : null;
}

/** How many nodes a re-run of what did not end well would execute. */
function useRerunCount(id: string, isWanted: boolean) {
  const { i18n } = useTranslation();
  return useQuery<number, ApiError>({
    queryKey: ["rerunTask", { id }, "count", i18n.language],
    enabled: isWanted,
    retry: false,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const body = { mode: "smart" as const, dryRun: true };
      const answer = await callApi("rerunTask", { path: { id }, body }, { signal, language: i18n.language });
      return "nodes" in answer ? answer.nodes.filter(({ reason }) => reason !== null).length : 0;
    },
  });
}
