import { Text, Title } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { InstanceSummary } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { formatDuration, formatInstant } from "../../../time/format-time.ts";
import { type Bar, BarChart } from "../../../ui/chart/bar-chart.tsx";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { JOB_STATES, StateBadge } from "../../../ui/state-badge.tsx";
import { durationMs, quantile, runsOverTime, runStatistics } from "./run-statistics.ts";

/** As many as a page of the API has: one read of an index. */
const NEWEST = 200;
const SPANS = 40;
const EVERY_MS = 5000;

/** How a job has been doing lately. */
export function JobStatistics({ jobKey }: { readonly jobKey: string }): ReactElement {
  const { t } = useTranslation();
  const runs = useApi(
    "listJobInstances",
    { path: { key: jobKey }, query: { limit: NEWEST } },
    { everyMs: EVERY_MS },
  );
  return (
    <QueryView query={runs}>
      {({ items }) =>
        items.length === 0 ? <EmptyState title={t("job.stat.none")} /> : <Statistics runs={items} />
      }
    </QueryView>
  );
}

function Statistics({ runs }: { readonly runs: readonly InstanceSummary[] }): ReactElement {
  const { t, i18n } = useTranslation();
  const { ended, succeeded, durationsMs, states } = runStatistics(runs);
  const duration = (ms: number | null): string => (ms === null ? "–" : formatDuration(ms, i18n.language));
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 });
  const durations = runs
    .toReversed()
    .map((run): Bar | null => {
      const ms = durationMs(run);
      const title = `${formatInstant(new Date(run.createdAt))} · ${t(`state.${run.state}`)} · ${duration(ms)}`;
      return ms === null ? null : { key: run.id, title, parts: [{ state: run.state, value: ms }] };
    })
    .filter((bar) => bar !== null);
  const overTime = runsOverTime(runs, SPANS).map(({ fromMs, states }): Bar => {
    const parts = JOB_STATES.map((state) => ({ state, value: states.get(state) ?? 0 })).filter(
      ({ value }) => value > 0,
    );
    const words = parts.map(({ state, value }) => `${value} ${t(`state.${state}`)}`).join(", ");
    return { key: String(fromMs), title: `${formatInstant(new Date(fromMs))} · ${words}`, parts };
  });
  const oldest = runs.at(-1)?.createdAt ?? "";
  const newest = runs[0]?.createdAt ?? "";
  return (
    <div className="statistics">
      <Text size="sm" c="dimmed">
        {t("job.stat.over", { count: runs.length })}
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
        places={NEWEST}
        top={duration(durationsMs.at(-1) ?? 0)}
      />
      <Title order={2}>{t("job.stat.overTime")}</Title>
      <BarChart
        label={t("job.stat.overTime")}
        bars={overTime}
        places={SPANS}
        top={t("job.stat.count", { count: mostOf(overTime) })}
        from={formatInstant(new Date(oldest))}
        to={formatInstant(new Date(newest))}
      />
    </div>
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
