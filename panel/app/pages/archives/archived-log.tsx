import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { callApi } from "../../api/call-api.ts";
import { ErrorState } from "../../ui/page/error-state.tsx";
import { appendRows, type LogRow } from "../runs/log/log-rows.ts";
import { LogLines } from "../runs/log/log-view.tsx";

const PAGE_LINES = 5000;

/** The log of a run of an archive, which never grows. */
export function ArchivedLog({
  archive,
  run,
}: {
  readonly archive: string;
  readonly run: string;
}): ReactElement {
  const { t, i18n } = useTranslation();
  const log = useQuery<readonly LogRow[], ApiError>({
    queryKey: ["listArchivedLogs", archive, run, i18n.language],
    async queryFn({ signal }) {
      let rows: readonly LogRow[] = [];
      for (let after = 0; ;) {
        const { items } = await callApi(
          "listArchivedLogs",
          { path: { id: archive, run }, query: { after, limit: PAGE_LINES } },
          { signal, language: i18n.language },
        );
        rows = appendRows(rows, items);
        const last = items.at(-1);
        if (last === undefined || items.length < PAGE_LINES) return rows;
        after = last.seq;
      }
    },
    structuralSharing: false,
  });
  if (log.error !== null) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  if (log.data === undefined) return <Skeleton height={80} role="status" aria-label={t("common.loading")} />;
  return <LogLines id={run} rows={log.data} isRunning={false} />;
}
