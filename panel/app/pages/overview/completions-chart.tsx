import { useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { formatInstant, TimeMode } from "../../time/format-time.ts";
import { useTimeMode } from "../../time/time-mode.tsx";
import { type CompletionStep, endedIn } from "./completion-series.ts";

export interface CompletionsChartProps {
  readonly steps: readonly CompletionStep[];
  readonly stepMs: number;
  /** The chart's content in words. */
  readonly label: string;
}

const AXIS_FONT = "11px system-ui, sans-serif";

/**
 * Bars over time: failures at the bottom, where they stand out, what was skipped or cancelled above, then successes. A click on
 * a bar leads to the runs of that time, as the same link in the table does.
 */
export function CompletionsChart({ steps, stepMs, label }: CompletionsChartProps): ReactElement {
  const { t } = useTranslation();
  const { mode } = useTimeMode();
  const scheme = useComputedColorScheme("light");
  const navigate = useNavigate();
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const zone = mode === TimeMode.Utc ? "UTC" : undefined;

  useEffect(() => {
    if (place.current === null || width === 0) return;
    const open = (atMs: number): void =>
      void navigate({
        to: "/runs",
        search: { from: new Date(atMs).toISOString(), to: new Date(atMs + stepMs).toISOString() },
      });
    const made = new uPlot(
      chartOptions({ width, height, stepMs, zone, onHover: setHovered, onOpen: open }),
      chartData(steps),
      place.current,
    );
    chart.current = made;
    return () => {
      made.destroy();
      chart.current = null;
    };
    // The data has an effect of its own; the colours come with the scheme.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [width, height, stepMs, zone, scheme]);

  useEffect(() => chart.current?.setData(chartData(steps)), [steps]);

  const shown = hovered === null ? undefined : steps[hovered];
  return (
    <>
      <div ref={ref} className="completions-chart">
        <div ref={place} role="img" aria-label={label} title={t("overview.openBar")} />
      </div>
      <Legend step={shown} zone={zone} />
    </>
  );
}

interface LegendProps {
  readonly step: CompletionStep | undefined;
  readonly zone: string | undefined;
}

/** The meaning of the colours; with the numbers of the bar that is pointed at. */
function Legend({ step, zone }: LegendProps): ReactElement {
  const { t, i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language);
  const parts = [
    { state: "succeeded", name: t("state.Succeeded"), value: step?.succeeded },
    { state: "terminated", name: t("overview.failed"), value: step?.failed },
    { state: "skipped", name: t("overview.other"), value: step?.other },
  ];
  return (
    <div className="completions-legend" aria-hidden="true">
      {parts.map(({ state, name, value }) => (
        <span key={state}>
          <span className={`legend-mark state-${state}`} />
          {name}
          {value !== undefined && <strong> {format.format(value)}</strong>}
        </span>
      ))}
      {step && <span className="legend-time">{formatInstant(new Date(step.atMs), zone).slice(0, 16)}</span>}
    </div>
  );
}

function chartData(steps: readonly CompletionStep[]): uPlot.AlignedData {
  return [
    steps.map(({ atMs }) => atMs / 1000),
    steps.map(endedIn),
    steps.map(({ failed, other }) => failed + other),
    steps.map(({ failed }) => failed),
  ];
}

interface ChartLook {
  readonly width: number;
  readonly height: number;
  readonly stepMs: number;
  readonly zone: string | undefined;
  readonly onHover: (index: number | null) => void;
  /** A bar was clicked. */
  readonly onOpen: (atMs: number) => void;
}

function chartOptions({ width, height, stepMs, zone, onHover, onOpen }: ChartLook): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const bars = uPlot.paths.bars?.({ size: [0.8, 40], align: 1 });
  const series = (name: string): uPlot.Series => ({
    stroke: colour(name),
    fill: colour(name),
    width: 0,
    points: { show: false },
    ...(bars && { paths: bars }),
  });
  const axis: uPlot.Axis = {
    stroke: colour("--mantine-color-dimmed"),
    font: AXIS_FONT,
    grid: { stroke: colour("--mantine-color-default-border"), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    padding: [8, 16, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: true, range: (_, from, to) => [from, to + stepMs / 1000] },
      y: { range: (_, __, most) => [0, Math.max(4, most * 1.05)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        gap: 4,
        values: (_, ticks) => ticks.map((at) => formatInstant(new Date(at * 1000), zone).slice(11, 16)),
      },
      {
        ...axis,
        size: 46,
        gap: 4,
        // Runs are whole.
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6],
      },
    ],
    series: [{}, series("--state-succeeded"), series("--state-skipped"), series("--state-terminated")],
    hooks: {
      setCursor: [({ cursor }) => onHover(cursor.idx ?? null)],
      ready: [
        ({ over, cursor, data }) =>
          over.addEventListener("click", () => {
            const at = data[0][cursor.idx ?? -1];
            if (at !== undefined) onOpen(at * 1000);
          }),
      ],
    },
  };
}
