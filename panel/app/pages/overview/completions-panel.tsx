import { Button, Group, SegmentedControl, Skeleton, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { ChartColumn, Table2 } from "lucide-react";
import { lazy, type ReactElement, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useNow } from "../../time/use-now.ts";
import { QueryView } from "../../ui/page/query-view.tsx";
import { completionSeries, endedIn, STEP_MINUTES } from "./completion-series.ts";
import { CompletionsTable } from "./completions-table.tsx";
import { OVERVIEW_HOURS, type OverviewHours } from "./overview-search.ts";
import { PanelBox } from "./panel-box.tsx";

const CompletionsChart = lazy(async () => ({
  default: (await import("./completions-chart.tsx")).CompletionsChart,
}));

const route = getRouteApi("/overview");
const EVERY_MS = 2000;
/** Of a day a bar is a quarter of an hour. */
const LONG_EVERY_MS = 15_000;

/** How many runs ended, and how many of them badly, over time. */
export function CompletionsPanel(): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { hours = 1 } = route.useSearch();
  const [isTable, setTable] = useState(false);
  const completions = useApi(
    "listCompletions",
    { query: { minutes: hours * 60, stepMinutes: STEP_MINUTES[hours] } },
    { everyMs: hours === 1 ? EVERY_MS : LONG_EVERY_MS, keepPrevious: true },
  );
  const choose = (value: string): void => {
    const chosen = OVERVIEW_HOURS.find((one) => String(one) === value);
    void navigate({ search: { hours: chosen === 1 ? undefined : chosen }, replace: true });
  };
  return (
    <PanelBox
      title={t("overview.ended")}
      aside={
        <Group gap={6}>
          <SegmentedControl
            size="xs"
            transitionDuration={0}
            aria-label={t("overview.window")}
            value={String(hours)}
            onChange={choose}
            data={OVERVIEW_HOURS.map((count) => ({
              value: String(count),
              label: t("overview.hours", { count }),
            }))}
          />
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => setTable(!isTable)}
            leftSection={isTable ? <ChartColumn size={14} /> : <Table2 size={14} />}
          >
            {isTable ? t("overview.asChart") : t("overview.asTable")}
          </Button>
        </Group>
      }
    >
      <QueryView query={completions}>
        {({ items }) => <Completions items={items} hours={hours} isTable={isTable} />}
      </QueryView>
    </PanelBox>
  );
}

interface CompletionsProps {
  readonly items: Parameters<typeof completionSeries>[0];
  readonly hours: OverviewHours;
  readonly isTable: boolean;
}

function Completions({ items, hours, isTable }: CompletionsProps): ReactElement {
  const { t, i18n } = useTranslation();
  const stepMs = STEP_MINUTES[hours] * 60_000;
  const nowMs = Math.floor(useNow() / stepMs) * stepMs;
  const steps = useMemo(() => completionSeries(items, { hours, nowMs }), [items, hours, nowMs]);
  const ended = steps.reduce((sum, step) => sum + endedIn(step), 0);
  const failed = steps.reduce((sum, step) => sum + step.failed, 0);
  const number = new Intl.NumberFormat(i18n.language);
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 });
  const summary =
    ended === 0
      ? t("overview.endedNone")
      : t("overview.endedSummary", {
          ended: number.format(ended),
          failed: number.format(failed),
          percent: percent.format(failed / ended),
        });
  return (
    <>
      <Text size="sm" className="completions-summary" c={failed > 0 ? "var(--mantine-color-text)" : "dimmed"}>
        {summary}
      </Text>
      {isTable ? (
        <CompletionsTable steps={steps} stepMs={stepMs} />
      ) : (
        <Suspense fallback={<Skeleton height={230} />}>
          <CompletionsChart steps={steps} stepMs={stepMs} label={summary} />
        </Suspense>
      )}
    </>
  );
}
