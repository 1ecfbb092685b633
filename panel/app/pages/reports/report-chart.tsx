import { Anchor, Button, Group, Table, Text, Title } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ChartColumn, Table2 } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Report } from "../../api/operations.generated.ts";
import { formatInstant } from "../../time/format-time.ts";
import { Time } from "../../time/time.tsx";
import { type Bar, BarChart } from "../../ui/chart/bar-chart.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { BAR_PARTS, type ReportBar, reportBars } from "./report-bars.ts";
import { useReportMarks } from "./use-report-marks.tsx";

const route = getRouteApi("/reports");

/** What became of runs over time; a bar leads to its runs. The same as a table, for who does not see it or has no mouse. */
export function ReportChart({ report }: { readonly report: Report }): ReactElement {
  const { t } = useTranslation();
  const [isTable, setTable] = useState(false);
  const bars = reportBars(report);
  return (
    <section>
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h5">
          {t("reports.overTime")}
        </Title>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => setTable(!isTable)}
          leftSection={
            isTable ? <ChartColumn size={14} aria-hidden="true" /> : <Table2 size={14} aria-hidden="true" />
          }
        >
          {isTable ? t("reports.asChart") : t("reports.asTable")}
        </Button>
      </Group>
      {isTable ? <BarsTable bars={bars} /> : <Bars report={report} bars={bars} />}
      <Text size="xs" c="dimmed">
        {t("reports.barHint")}
      </Text>
    </section>
  );
}

interface BarsProps {
  readonly report: Report;
  readonly bars: readonly ReportBar[];
}

function Bars({ report, bars }: BarsProps): ReactElement {
  const { t } = useTranslation();
  const { app, jobKey } = route.useSearch();
  const navigate = route.useNavigate();
  const marks = useReportMarks(report.marks, bars);
  const drawn = bars.map((bar): Bar => {
    const parts = BAR_PARTS.map(({ name, state }) => ({ state, value: bar[name] })).filter(
      ({ value }) => value > 0,
    );
    const words = parts.map(({ state, value }) => `${value} ${t(`state.${state}`)}`).join(", ");
    return { key: bar.from, title: `${formatInstant(new Date(bar.from))} · ${words}`, parts };
  });
  const open = (index: number): void => {
    const bar = bars[index];
    if (bar === undefined || bar.runs === 0) return;
    void navigate({ to: "/runs", search: { from: bar.from, to: bar.to, app, jobKey } });
  };
  return (
    <>
      <Text size="sm" component="div" className="report-legend">
        {BAR_PARTS.map(({ name, state }) => (
          <span key={name}>
            <StateBadge state={state} /> {report.total[name]}
          </span>
        ))}
      </Text>
      <BarChart
        label={t("reports.overTime")}
        bars={drawn}
        places={bars.length}
        top={t("reports.mostInBar", { count: Math.max(0, ...bars.map(({ runs }) => runs)) })}
        from={formatInstant(new Date(report.from))}
        to={formatInstant(new Date(report.to))}
        marks={marks}
        onOpen={open}
      />
    </>
  );
}

/** The chart's numbers, the newest first. */
function BarsTable({ bars }: Pick<BarsProps, "bars">): ReactElement {
  const { t, i18n } = useTranslation();
  const { app, jobKey } = route.useSearch();
  const format = new Intl.NumberFormat(i18n.language);
  const shown = bars.filter(({ runs }) => runs > 0).toReversed();
  return (
    <div className="report-bars scrolls" role="region" aria-label={t("reports.overTime")} tabIndex={0}>
      <Table className="data-table" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("reports.from")}</Table.Th>
            {BAR_PARTS.map(({ name, state }) => (
              <Table.Th key={name} ta="end">
                {t(`state.${state}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((bar) => (
            <Table.Tr key={bar.from}>
              <Table.Td>
                <Anchor
                  size="sm"
                  c="inherit"
                  renderRoot={(props) => (
                    <Link to="/runs" search={{ from: bar.from, to: bar.to, app, jobKey }} {...props} />
                  )}
                >
                  <Time at={bar.from} />
                </Anchor>
              </Table.Td>
              {BAR_PARTS.map(({ name }) => (
                <Table.Td key={name} ta="end">
                  {format.format(bar[name])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
