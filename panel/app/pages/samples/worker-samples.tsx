import { Group, SegmentedControl, Text, Title } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleSeries } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import type { PlottedValue } from "../../ui/chart/value-plot.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { UsagePlot } from "./usage-plot.tsx";
import type { UsageKind } from "./usage-text.ts";

const RANGES = ["1h", "24h", "7d", "30d", "13mo"] as const;
/** Samples are kept once a minute. */
const POLL_MS = 60_000;

type Point = SampleSeries["points"][number];

const KINDS = [
  { kind: "processor", of: (point) => [point.processor, point.processorMax] },
  { kind: "memory", of: (point) => [point.memoryBytes, point.memoryBytesMax] },
  { kind: "loopDelay", of: (point) => [point.loopDelayP99Ms, point.loopDelayMs] },
  { kind: "places", of: (point) => [point.running, point.runningMax] },
] as const satisfies readonly {
  readonly kind: UsageKind;
  readonly of: (point: Point) => readonly [value: number | null, most: number | null];
}[];

/** What a worker used of its machine, over an hour to thirteen months. */
export function WorkerSamples({ id }: { readonly id: string }): ReactElement {
  const { t } = useTranslation();
  const [range, setRange] = useState<(typeof RANGES)[number]>("1h");
  const samples = useApi(
    "getWorkerSamples",
    { path: { id }, query: { range } },
    { pollMs: POLL_MS, keepPrevious: true },
  );
  return (
    <section className="worker-samples">
      <Group justify="space-between" mb={6}>
        <Title order={3} size="h6">
          {t("samples.title")}
        </Title>
        <SegmentedControl
          size="xs"
          transitionDuration={0}
          aria-label={t("samples.time")}
          value={range}
          onChange={(value) => setRange(RANGES.find((one) => one === value) ?? "1h")}
          data={RANGES.map((value) => ({ value, label: t(`samples.range.${value}`) }))}
        />
      </Group>
      <QueryView query={samples}>
        {(series) =>
          series.points.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("samples.none")}
            </Text>
          ) : (
            <Plots series={series} />
          )
        }
      </QueryView>
    </section>
  );
}

function Plots({ series }: { readonly series: SampleSeries }): ReactElement {
  const { t } = useTranslation();
  const limit = series.points.at(-1)?.limit ?? null;
  return (
    <div className="value-plots">
      {KINDS.map(({ kind, of }) => (
        <UsagePlot
          key={kind}
          kind={kind}
          {...(kind === "places" && limit !== null && { name: t("samples.placesOf", { limit }) })}
          values={series.points.flatMap((point): readonly PlottedValue[] => {
            const [value, most] = of(point);
            return value === null ? [] : [{ atMs: Date.parse(point.at), value, most: most ?? value }];
          })}
          fromMs={Date.parse(series.from)}
          toMs={Date.parse(series.to)}
        />
      ))}
    </div>
  );
}
