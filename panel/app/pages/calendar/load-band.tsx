import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useTimeText } from "../../time/time.tsx";
import type { Forecast } from "./day-sums.ts";

const HEIGHT = 64;
const MOST_BARS = 192;

/** How many runs are expected at once, against the places that workers have. */
export function LoadBand({ forecast }: { readonly forecast: Forecast }): ReactElement | null {
  const { t } = useTranslation();
  const timeText = useTimeText();
  const { buckets, places, knowsDurations, unknown, jobs, isWhole } = forecast;
  if (jobs === 0) return null;
  const all = places.some(({ places: own }) => own === null)
    ? null
    : places.reduce((sum, { places: own }) => sum + (own ?? 0), 0);
  const bars = grouped(buckets);
  const most = Math.max(1, all ?? 0, ...bars.map(({ running }) => running));
  const peak = bars.reduce((best, bar) => (bar.running > best.running ? bar : best), { at: "", running: 0 });
  const notes = [
    ...(knowsDurations ? [] : [t("calendar.noDurations")]),
    ...(knowsDurations && unknown.total > 0 ? [t("calendar.unknown", { count: unknown.total })] : []),
    ...(isWhole ? [] : [t("calendar.partial")]),
  ];
  return (
    <section aria-label={t("calendar.load")}>
      <Text size="sm">
        {peak.running === 0
          ? t("calendar.noLoad")
          : t("calendar.peak", { count: Math.max(1, Math.round(peak.running)), at: timeText(peak.at) })}{" "}
        {all === null ? t("calendar.placesAny") : t("calendar.places", { count: all })}
      </Text>
      {peak.running > 0 && (
        <svg
          className="load-band"
          role="img"
          aria-label={t("calendar.load")}
          viewBox={`0 0 ${bars.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          width="100%"
          height={HEIGHT}
        >
          {bars.map(({ at, running }, index) => (
            <rect
              key={at}
              x={index}
              width={0.9}
              y={HEIGHT - (running / most) * HEIGHT}
              height={(running / most) * HEIGHT}
              className={all !== null && running > all ? "load-over" : "load-bar"}
            >
              <title>{`${timeText(at)}: ${Math.round(running * 10) / 10}`}</title>
            </rect>
          ))}
          {all !== null && (
            <line
              className="load-places"
              x1={0}
              x2={bars.length}
              y1={HEIGHT - (all / most) * HEIGHT}
              y2={HEIGHT - (all / most) * HEIGHT}
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
      )}
      {notes.length > 0 && (
        <Text size="xs" c="dimmed">
          {notes.join(" · ")}
        </Text>
      )}
    </section>
  );
}

function grouped(buckets: Forecast["buckets"]): readonly { readonly at: string; readonly running: number }[] {
  const size = Math.max(1, Math.ceil(buckets.length / MOST_BARS));
  return Array.from({ length: Math.ceil(buckets.length / size) }, (_, bar) => {
    const within = buckets.slice(bar * size, (bar + 1) * size);
    return { at: within[0]?.at ?? "", running: Math.max(0, ...within.map((one) => one.expectedRunning)) };
  });
}
