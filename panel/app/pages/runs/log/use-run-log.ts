import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import { LiveStatus, useLive } from "../../../live/live-provider.tsx";
import { appendRows, type LogRow } from "./log-rows.ts";

/** The first lines are seen before the next are read; more at once would hold the page up. */
const FIRST_LINES = 1000;
const PAGE_LINES = 5000;
/** No event is sent for log lines. */
const FOLLOW_MS = 1000;

export interface RunLog {
  readonly rows: readonly LogRow[];
  /** The last line's. */
  readonly seq: number;
}

const NOTHING: RunLog = { rows: [], seq: 0 };

/** A run's log, read page by page; later reads take only what was added. */
export function useRunLog(id: string, isRunning: boolean): UseQueryResult<RunLog, ApiError> {
  const { i18n } = useTranslation();
  const { status } = useLive();
  const log = useQuery<RunLog, ApiError>({
    queryKey: ["listInstanceLogs", { path: { id } }, i18n.language],
    async queryFn({ client, queryKey, signal }) {
      let read = client.getQueryData<RunLog>(queryKey) ?? NOTHING;
      for (;;) {
        const limit = read.seq === 0 ? FIRST_LINES : PAGE_LINES;
        const { items } = await callApi(
          "listInstanceLogs",
          { path: { id }, query: { after: read.seq, limit } },
          { signal, language: i18n.language },
        );
        const last = items.at(-1);
        if (last === undefined) return read;
        read = { rows: appendRows(read.rows, items), seq: last.seq };
        if (items.length < limit) return read;
        // A long log is seen while the rest of it comes.
        client.setQueryData(queryKey, read);
      }
    },
    structuralSharing: false,
    refetchInterval: isRunning && status !== LiveStatus.Paused ? FOLLOW_MS : false,
  });
  const { refetch } = log;
  // Its last lines may have come together with its end.
  useEffect(() => void (!isRunning && refetch()), [isRunning, refetch]);
  return log;
}
