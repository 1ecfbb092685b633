import type { UseQueryResult } from "@tanstack/react-query";
import type { ApiError } from "../../../api/api-error.ts";
import type { ApiAnswer } from "../../../api/call-api.ts";
import { useApi } from "../../../api/use-api.ts";
import { median } from "./median.ts";

export type TaskHistoryJson = ApiAnswer<"getTaskHistory">;
export type HistoryRun = TaskHistoryJson["runs"][number];

/** Ended runs do not change, and it is read from many logs. */
const EVERY_MS = 10_000;

/** How the nodes of a run and of the newest runs of its job went. @param isWanted `false` reads nothing */
export function useTaskHistory(id: string, isWanted = true): UseQueryResult<TaskHistoryJson, ApiError> {
  return useApi("getTaskHistory", { path: { id } }, { enabled: isWanted, everyMs: EVERY_MS });
}

/** How long nodes usually take, by their ids: the median of the other runs in which they ended. */
export function usualMs(history: TaskHistoryJson | undefined, besides: string): ReadonlyMap<string, number> {
  const usual = new Map<string, number>();
  history?.nodes.forEach((node, place) => {
    const others = history.runs.filter(({ id }) => id !== besides);
    const middle = median(others.flatMap(({ ms }) => ms[place] ?? []));
    if (middle !== null) usual.set(node, middle);
  });
  return usual;
}
