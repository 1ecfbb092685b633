import { useMediaQuery } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { History } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Report } from "../../api/operations.generated.ts";
import { formatInstant } from "../../time/format-time.ts";
import type { ChartMarks } from "../../ui/chart/bar-chart.tsx";
import { KINDS } from "../history/history-search.ts";
import { hashOfAct } from "../history/linked-act.ts";
import { barOf, type ReportBar } from "./report-bars.ts";

type Mark = Report["marks"][number];

/** As many bars as have room for a finger: on a phone, and where each has more. */
const BARS_OF_MARK = { narrow: 6, wide: 2 };

/** What was changed or stopped in the time of a report, below its bars; each leads to its place in the history. */
export function useReportMarks(marks: readonly Mark[], bars: readonly ReportBar[]): ChartMarks {
  const { t } = useTranslation();
  const isWide = useMediaQuery("(width >= 62em)", false, { getInitialValueInEffect: false });
  const size = isWide ? BARS_OF_MARK.wide : BARS_OF_MARK.narrow;
  const placed = marks
    .map((mark) => ({ mark, index: barOf(bars, mark.at) }))
    .filter(({ index }) => index >= 0)
    .toReversed();
  const groups = Map.groupBy(placed, ({ index }) => Math.floor(index / size));
  return {
    label: t("history.marks"),
    lines: [...new Set(placed.map(({ index }) => index))],
    items: [...groups].map(([group, within]) => ({
      index: Math.min(group * size + (size - 1) / 2, bars.length - 1),
      element: <MarkLink marks={within.map(({ mark }) => mark)} />,
    })),
  };
}

/** The acts of a time, the oldest first, with a link to the first of them. */
function MarkLink({ marks }: { readonly marks: readonly Mark[] }): ReactElement {
  const { t, i18n } = useTranslation();
  const words = marks.map((mark) => `${formatInstant(new Date(mark.at))} ${wordsOf(mark, t)}`);
  return (
    <Link
      className="chart-mark"
      aria-label={new Intl.ListFormat(i18n.language).format(words)}
      title={words.join("\n")}
      to="/history"
      hash={hashOfAct(marks[0]?.id ?? "")}
    >
      <History size={14} aria-hidden="true" />
    </Link>
  );
}

function wordsOf({ kind, by, app, jobKey }: Mark, t: TFunction): string {
  const known = KINDS.find((one) => one === kind);
  const did = known === undefined ? kind : t(`history.did.${known}`);
  return `${by ?? t("history.program")} ${did} ${jobKey ?? app ?? ""}`.trimEnd();
}
