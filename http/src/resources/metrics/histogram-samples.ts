import type { HistogramReading } from "@mojob/core/engine";
import type { MetricSample } from "./prometheus-text.ts";

/** A histogram in Prometheus' way: buckets that include the ones before. */
export function histogramSamples(
  labels: Readonly<Record<string, string>>,
  { limits, counts, count, sum }: HistogramReading,
): readonly MetricSample[] {
  let cumulated = 0;
  const buckets = counts.map((inBucket, index): MetricSample => {
    cumulated += inBucket;
    const limit = limits[index];
    return {
      suffix: "_bucket",
      labels: { ...labels, le: limit === undefined ? "+Inf" : String(limit) },
      value: cumulated,
    };
  });
  return [...buckets, { suffix: "_sum", labels, value: sum }, { suffix: "_count", labels, value: count }];
}
