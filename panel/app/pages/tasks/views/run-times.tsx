import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration } from "../../../time/format-time.ts";
import type { TaskJson } from "../run/task-model.ts";
import { median } from "./median.ts";
import type { NodeRow } from "./node-rows.ts";
import { type TaskHistoryJson, usualMs, useTaskHistory } from "./use-task-history.ts";

export interface RunTimesProps {
  readonly task: TaskJson;
  readonly rows: readonly NodeRow[];
}

/** How long a run that has ended took, which node of it took longest, and how long both usually take. */
export function RunTimes({ task, rows }: RunTimesProps): ReactElement | null {
  const { t, i18n } = useTranslation();
  const history = useTaskHistory(task.instanceId).data;
  const own = history?.runs.find(({ id }) => id === task.instanceId);
  const total = own === undefined ? null : runMs(own);
  const longest = longestOf(rows);
  if (total === null || longest === null) return null;
  const words = (ms: number): string => formatDuration(ms, i18n.language);
  const usual = usualTotal(history, task.instanceId);
  const usualOfNode = usualMs(history, task.instanceId).get(longest.id) ?? null;
  return (
    <Text size="xs" c="dimmed">
      {usual === null
        ? t("task.view.took", { total: words(total) })
        : t("task.view.tookOf", { total: words(total), usual: words(usual) })}
      {" · "}
      {t(usualOfNode === null ? "task.view.longest" : "task.view.longestOf", {
        node: longest.name,
        ms: words(longest.ms),
        usual: words(usualOfNode ?? 0),
      })}
    </Text>
  );
}

/** The node that took longest; a group takes as long as what is in it. */
function longestOf(
  rows: readonly NodeRow[],
): { readonly id: string; readonly name: string; readonly ms: number } | null {
  const timed = rows.flatMap(({ id, name, ms, body }) =>
    ms === null || body.nodes.length > 0 ? [] : [{ id, name, ms }],
  );
  return timed.reduce<(typeof timed)[number] | null>(
    (most, one) => (one.ms > (most?.ms ?? -1) ? one : most),
    null,
  );
}

type HistoryRun = TaskHistoryJson["runs"][number];

function runMs({ startedAt, completedAt }: HistoryRun): number | null {
  return startedAt === null || completedAt === null ? null : Date.parse(completedAt) - Date.parse(startedAt);
}

/** The median of the other runs that came to a good end: one that failed may have ended early. */
function usualTotal(history: TaskHistoryJson | undefined, besides: string): number | null {
  const others = history?.runs.filter(({ id, state }) => id !== besides && state === "Succeeded") ?? [];
  return median(others.flatMap((run) => runMs(run) ?? []));
}
