import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { formatInstant, TimeMode } from "../../time/format-time.ts";
import { useTimeMode } from "../../time/time-mode.tsx";
import { type PlottedValue, ValuePlot } from "../../ui/chart/value-plot.tsx";
import { type UsageKind, useUsageText } from "./usage-text.ts";

export interface UsagePlotProps {
  readonly kind: UsageKind;
  /** @default that of the kind */
  readonly name?: string;
  readonly values: readonly PlottedValue[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** A measured value over time, with its mean and its most. */
export function UsagePlot({ kind, name, values, fromMs, toMs }: UsagePlotProps): ReactElement {
  const { t } = useTranslation();
  const text = useUsageText();
  const { mode } = useTimeMode();
  const zone = mode === TimeMode.Utc ? "UTC" : undefined;
  const title = name ?? t(`samples.${kind}`);
  const instant = (atMs: number): string => formatInstant(new Date(atMs), zone).slice(0, 19);
  const mean = values.reduce((sum, { value }) => sum + value, 0) / Math.max(1, values.length);
  const most = Math.max(0, ...values.map((one) => one.most ?? one.value));
  const spread =
    kind === "loopDelay"
      ? t("samples.most", { most: text(kind, most) })
      : t("samples.spread", { mean: text(kind, mean), most: text(kind, most) });
  const summary = values.length === 0 ? t("samples.unmeasured") : spread;
  return (
    <ValuePlot
      name={title}
      label={t("samples.plot", { name: title, spread: summary })}
      values={values}
      summary={summary}
      fromMs={fromMs}
      toMs={toMs}
      describe={({ atMs, value, most: highest = value }) =>
        t("samples.at", {
          time: instant(atMs),
          value:
            highest === value
              ? text(kind, value)
              : t("samples.spread", { mean: text(kind, value), most: text(kind, highest) }),
        })
      }
      ends={[instant(fromMs), instant(toMs)]}
    />
  );
}
