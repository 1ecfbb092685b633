import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import type { ChartMarks } from "../../../ui/chart/bar-chart.tsx";
import { ActMarkLink } from "./act-mark-link.tsx";
import { actMarks, groupMarks } from "./act-marks.ts";
import type { RunSpan } from "./run-statistics.ts";

const MOST_ACTS = 200;
const EVERY_MS = 5000;
/** As many bars as have room for a finger: on a phone, and where each has. */
const BARS_OF_MARK = { narrow: 5, wide: 1 };

/** What was done to a job during these spans of time, as marks on their chart. */
export function useActMarks(jobKey: string, spans: readonly RunSpan[]): ChartMarks {
  const { t } = useTranslation();
  const starts = spans.map(({ fromMs }) => fromMs);
  const from = new Date(starts[0] ?? 0).toISOString();
  const query = { jobKey, from, limit: MOST_ACTS };
  const acts = useApi(
    "listHistory",
    { query },
    { enabled: spans.length > 0, everyMs: EVERY_MS, keepPrevious: true },
  );
  const isWide = useMediaQuery("(width >= 80em)", false, { getInitialValueInEffect: false });
  const marks = actMarks(acts.data?.items ?? [], starts);
  return {
    label: t("history.marks"),
    lines: marks.map(({ index }) => index),
    items: groupMarks(marks, isWide ? BARS_OF_MARK.wide : BARS_OF_MARK.narrow).map(
      ({ index, acts: done }) => ({
        index,
        element: <ActMarkLink jobKey={jobKey} acts={done} />,
      }),
    ),
  };
}
