import { lazy, type ReactElement, Suspense } from "react";
import { useApi } from "../../../api/use-api.ts";
import { withWords } from "../../../i18n/i18n.ts";
import { useMay } from "../../../session/use-may.ts";

const POLL_MS = 20_000;

const IncidentNotice = lazy(
  withWords(
    async () => ({ default: (await import("../../alarms/incident-notice.tsx")).IncidentNotice }),
    "incidents",
  ),
);

/** The open incidents of a job; nothing is loaded where it has none. */
export function JobIncidents({ jobKey }: { readonly jobKey: string }): ReactElement | null {
  const mayRead = useMay("alarms:read");
  const { data } = useApi(
    "listIncidents",
    { query: { jobKey, state: ["open", "acknowledged"] } },
    { enabled: mayRead, pollMs: POLL_MS },
  );
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Suspense>
      <IncidentNotice incidents={data.items} />
    </Suspense>
  );
}
