/** The media type of the text format 0.0.4. */
export const PROMETHEUS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export type MetricType = "counter" | "gauge" | "histogram";

export interface MetricSample {
  /** Appended to the metric's name: `_bucket`, `_sum`, `_count`. @default "" */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Metric {
  readonly name: string;
  readonly type: MetricType;
  readonly help: string;
  readonly samples: readonly MetricSample[];
}

/**
 * Writes metrics in Prometheus' text format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats).
 * @param common labels that every sample has, behind its own
 */
export function formatMetrics(metrics: readonly Metric[], common: MetricSample["labels"] = {}): string {
  return metrics.map((metric) => formatMetric(metric, common)).join("");
}

function formatMetric({ name, type, help, samples }: Metric, common: MetricSample["labels"]): string {
  const lines = samples.map(
    ({ suffix = "", labels = {}, value }) =>
      `${name}${suffix}${formatLabels({ ...labels, ...common })} ${formatValue(value)}\n`,
  );
  return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function formatValue(value: number): string {
  if (value === Infinity) return "+Inf";
  if (value === -Infinity) return "-Inf";
  return String(value);
}

function escapeHelp(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}
