import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import { LiveStatus, useLive } from "../../../live/live-provider.tsx";
import { mergeLines } from "./merge-lines.ts";
import type { NodeLineJson } from "./node-line.ts";

const PAGE = 2000;
/** More are not held in a page of the panel. */
export const MOST_LINES = 50_000;
/** No event is sent for log lines. */
const FOLLOW_MS = 2000;
/** Lines are stored in parts: one may come later than others that were written after it. */
const LATE_MS = 5000;

/** The lines of all nodes of a run, or of one of them; later reads take only what was added. */
export function useTaskLines(
  id: string,
  node: string | undefined,
  isRunning: boolean,
): UseQueryResult<readonly NodeLineJson[], ApiError> {
  const { i18n } = useTranslation();
  const { status } = useLive();
  return useQuery<readonly NodeLineJson[], ApiError>({
    queryKey: ["listTaskLines", { path: { id }, node }, i18n.language],
    structuralSharing: false,
    refetchInterval: isRunning && status !== LiveStatus.Paused ? FOLLOW_MS : false,
    async queryFn({ client, queryKey, signal }) {
      let lines = client.getQueryData<readonly NodeLineJson[]>(queryKey) ?? [];
      const last = lines.at(-1);
      let after = last && new Date(Date.parse(last.at) - LATE_MS).toISOString();
      for (;;) {
        const query = {
          limit: PAGE,
          ...(node !== undefined && { node }),
          ...(after !== undefined && { after }),
        };
        // oxlint-disable-next-line no-await-in-loop -- each part begins behind the one before
        const { items, next } = await callApi(
          "listTaskLines",
          { path: { id }, query },
          { signal, language: i18n.language },
        );
        lines = mergeLines(lines, items);
        if (next === null || lines.length >= MOST_LINES) return lines;
        after = next;
        // A long log is seen while the rest of it comes.
        client.setQueryData(queryKey, lines);
      }
    },
  });
}
