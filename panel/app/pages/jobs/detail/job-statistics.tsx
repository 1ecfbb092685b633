import { Group, Text, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration, formatInstant } from "../../../time/format-time.ts";
import { type Bar, BarChart } from "../../../ui/chart/bar-chart.tsx";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { TimeRangeField } from "../../../ui/time-range.tsx";
import { JOB_STATES, StateBadge } from "../../../ui/state-badge.tsx";
import { STATISTICS_WINDOWS, type StatisticsWindow } from "./job-search.ts";
import { durationMs, quantile, runsOverTime, runStatistics } from "./run-statistics.ts";
import { useChartMarks } from "./use-chart-marks.tsx";
import { NEWEST, type RangeRuns, useRangeRuns } from "./use-range-runs.ts";

const route = getRouteApi("/jobs/$key");
const WINDOWS = Object.keys(STATISTICS_WINDOWS) as readonly StatisticsWindow[];
const SPANS = 40;
/** Bars are no narrower. */
const MOST_BARS = 200;

/** How a job has been doing lately. */
export function JobStatistics({ jobKey }: { readonly jobKey: string }): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { window, from, to } = route.useSearch();
  const range = { window, from, to };
  const runs = useRangeRuns(jobKey, range);
  return (
    <div className="statistics">
      <Group gap="xs">
        <TimeRangeField
          label={t("instances.time")}
          any={t("job.stat.newest", { count: NEWEST })}
          windows={WINDOWS}
          value={range}
          onChange={(changed) =>
            void navigate({ search: (before) => ({ ...before, ...changed }), replace: true })
          }
        />
      </Group>
      <QueryView query={runs}>
        {(data) =>
          data.runs.length === 0 ? (
            <EmptyState title={t("job.stat.none")} />
          ) : (
            <Statistics jobKey={jobKey} {...data} />
          )
        }
      </QueryView>
    </div>
  );
}

function Statistics({ jobKey, runs, isCut }: RangeRuns & { readonly jobKey: string }): ReactElement {
  const { t, i18n } = useTranslation();
  const { ended, succeeded, durationsMs, states } = runStatistics(runs);
  const duration = (ms: number | null): string => (ms === null ? "–" : formatDuration(ms, i18n.language));
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 });
  const durations = runs
    .slice(0, MOST_BARS)
    .toReversed()
    .map((run): Bar | null => {
      const ms = durationMs(run);
      const title = `${formatInstant(new Date(run.createdAt))} · ${t(`state.${run.state}`)} · ${duration(ms)}`;
      return ms === null ? null : { key: run.id, title, parts: [{ state: run.state, value: ms }] };
    })
    .filter((bar) => bar !== null);
  const spans = runsOverTime(runs, SPANS);
  const marks = useChartMarks(jobKey, spans);
  const overTime = spans.map(({ fromMs, states }): Bar => {
    const parts = JOB_STATES.map((state) => ({ state, value: states.get(state) ?? 0 })).filter(
      ({ value }) => value > 0,
    );
    const words = parts.map(({ state, value }) => `${value} ${t(`state.${state}`)}`).join(", ");
    return { key: String(fromMs), title: `${formatInstant(new Date(fromMs))} · ${words}`, parts };
  });
  const oldest = runs.at(-1)?.createdAt ?? "";
  // The spans of few runs, each a second at least, reach beyond the newest.
  const lastMs = Math.max(Date.parse(runs[0]?.createdAt ?? ""), spans.at(-1)?.fromMs ?? 0);
  return (
    <>
      <Text size="sm" c="dimmed">
        {isCut
          ? t("job.stat.overNewest", { count: runs.length })
          : t("job.stat.over", { count: runs.length })}
      </Text>
      <dl className="facts">
        <Fact
          name={t("job.stat.rate")}
          hint={t("job.stat.rateHint", { succeeded, ended })}
          value={ended === 0 ? "–" : percent.format(succeeded / ended)}
        />
        <Fact name={t("job.stat.median")} value={duration(quantile(durationsMs, 0.5))} />
        <Fact name={t("job.stat.p95")} value={duration(quantile(durationsMs, 0.95))} />
        <Fact name={t("job.stat.longest")} value={duration(durationsMs.at(-1) ?? null)} />
        <Fact
          name={t("job.stat.states")}
          value={
            <span className="statistics-states">
              {JOB_STATES.filter((state) => states.has(state)).map((state) => (
                <span key={state}>
                  <StateBadge state={state} /> {states.get(state)}
                </span>
              ))}
            </span>
          }
        />
      </dl>
      <Title order={2}>{t("job.stat.durations")}</Title>
      <BarChart
        label={t("job.stat.durations")}
        bars={durations}
        places={MOST_BARS}
        top={duration(durationsMs.at(-1) ?? 0)}
      />
      <Title order={2}>{t("job.stat.overTime")}</Title>
      <BarChart
        label={t("job.stat.overTime")}
        bars={overTime}
        places={SPANS}
        top={t("job.stat.count", { count: mostOf(overTime) })}
        from={formatInstant(new Date(oldest))}
        to={formatInstant(new Date(lastMs))}
        marks={marks}
      />
    </>
  );
}

function mostOf(bars: readonly Bar[]): number {
  return Math.max(0, ...bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
}

interface FactProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly hint?: string;
}

function Fact({ name, value, hint }: FactProps): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {hint !== undefined && <dd className="fact-hint">{hint}</dd>}
    </div>
  );
}
