import { Skeleton, Text } from "@mantine/core";
import { CircleCheck } from "lucide-react";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { withWords } from "../../i18n/i18n.ts";
import { useFeature } from "../../session/use-feature.ts";
import { useMay } from "../../session/use-may.ts";
import { ErrorState } from "../../ui/page/error-state.tsx";
import { AttentionLine } from "../attention/attention-line.tsx";
import { PanelBox } from "./panel-box.tsx";

/** The queries read the runs of many jobs, and a few seconds of delay do not matter. */
const EVERY_MS = 5000;
/** Late fires and waiting runs come by nothing happening. */
const POLL_MS = 20_000;
const INCIDENTS_SHOWN = 10;

const OpenIncidents = lazy(
  withWords(
    async () => ({ default: (await import("./open-incidents.tsx")).OpenIncidents }),
    "incidents",
    "overview",
  ),
);

/** What is wrong: the open incidents, then the findings that open none, the most urgent first; one quiet line where all is well. */
export function AttentionPanel(): ReactElement | null {
  const { t } = useTranslation();
  const hasAlarms = useFeature("alarms");
  const mayReadAlarms = useMay("alarms:read");
  const mayReadRuns = useMay("runs:read");
  const times = { everyMs: EVERY_MS, pollMs: POLL_MS };
  // Both are read again together, so that nothing is in neither.
  const incidents = useApi(
    "listIncidents",
    { query: { state: ["open", "acknowledged"], limit: INCIDENTS_SHOWN } },
    { ...times, enabled: mayReadAlarms && mayReadRuns },
  );
  const { data, error, refetch } = useApi(
    "listAttention",
    { query: { withoutIncidents: !incidents.isError } },
    { ...times, enabled: hasAlarms },
  );
  if (!hasAlarms) return null;
  if (data === undefined || incidents.isLoading) {
    // An unavailable server is reported once, below.
    if (error !== null && error.kind !== "offline")
      return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <Skeleton height={40} role="status" aria-label={t("common.loading")} />;
  }
  const { items: open = [], nextCursor = null } = incidents.data ?? {};
  if (data.items.length === 0 && open.length === 0) {
    return (
      <section className="all-well" aria-label={t("overview.attention")}>
        <CircleCheck size={16} className="state-succeeded" aria-hidden="true" />
        <Text size="sm" fw={600}>
          {t("overview.allWell")}
        </Text>
        <Text size="sm" c="dimmed">
          {t("overview.allWellHint")}
        </Text>
      </section>
    );
  }
  return (
    <PanelBox title={t("overview.attention")}>
      {open.length > 0 && (
        <Suspense>
          <OpenIncidents incidents={open} hasMore={nextCursor !== null} />
        </Suspense>
      )}
      {data.items.length > 0 && (
        <ul className="attention">
          {data.items.map((item) => (
            <AttentionLine key={item.kind} item={item} />
          ))}
        </ul>
      )}
    </PanelBox>
  );
}
