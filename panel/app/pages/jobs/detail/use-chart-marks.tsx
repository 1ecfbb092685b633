import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import type { ChartMarks } from "../../../ui/chart/bar-chart.tsx";
import { ChartMarkLink } from "./chart-mark-link.tsx";
import { chartEvents, chartMarks, groupMarks } from "./chart-events.ts";
import type { RunSpan } from "./run-statistics.ts";

const MOST_EVENTS = 200;
const EVERY_MS = 5000;
/** As many bars as have room for a finger: on a phone, and where each has. */
const BARS_OF_MARK = { narrow: 5, wide: 1 };

/** The acts on a job and its incidents during these spans of time, as marks on their chart. */
export function useChartMarks(jobKey: string, spans: readonly RunSpan[]): ChartMarks {
  const { t } = useTranslation();
  const starts = spans.map(({ fromMs }) => fromMs);
  const from = new Date(starts[0] ?? 0).toISOString();
  const query = { jobKey, from, limit: MOST_EVENTS };
  const hasSpans = spans.length > 0;
  const acts = useApi("listHistory", { query }, { enabled: hasSpans, everyMs: EVERY_MS, keepPrevious: true });
  const mayReadAlarms = useMay("alarms:read");
  const incidents = useApi(
    "listIncidents",
    { query },
    { enabled: hasSpans && mayReadAlarms, everyMs: EVERY_MS, keepPrevious: true },
  );
  const isWide = useMediaQuery("(width >= 80em)", false, { getInitialValueInEffect: false });
  const events = chartEvents(acts.data?.items ?? [], incidents.data?.items ?? []);
  const marks = chartMarks(events, starts);
  return {
    label: t("history.marks"),
    lines: marks.map(({ index }) => index),
    items: groupMarks(marks, isWide ? BARS_OF_MARK.wide : BARS_OF_MARK.narrow).map(
      ({ index, events: within }) => ({
        index,
        element: <ChartMarkLink jobKey={jobKey} events={within} />,
      }),
    ),
  };
}
