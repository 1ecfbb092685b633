import { Histogram } from "@mojob/core/engine";
import { histogramSamples } from "./histogram-samples.ts";
import type { Metric } from "./prometheus-text.ts";

/** From the time of a read in memory to the time after which a person gives up. */
const BUCKETS_S: readonly number[] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

interface Series {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string };
  readonly durations: Histogram;
}

export interface HandledRequest {
  readonly method: string;
  /** The pattern, never the path: the number of series must not depend on what callers send. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

/** Counts requests by route and status. */
export class RequestMetrics {
  readonly #series = new Map<string, Series>();

  record({ method, route, status, durationMs }: HandledRequest): void {
    const labels = { method: METHODS.has(method) ? method : "other", route, status: String(status) };
    const key = `${labels.method} ${route} ${status}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels, durations: new Histogram(BUCKETS_S) };
      this.#series.set(key, series);
    }
    series.durations.observe(durationMs / 1000);
  }

  metrics(): readonly Metric[] {
    const all = [...this.#series.values()].map(({ labels, durations }) => ({
      labels,
      reading: durations.read(),
    }));
    return [
      {
        name: "mojob_http_requests_total",
        type: "counter",
        help: "HTTP requests handled.",
        samples: all.map(({ labels, reading }) => ({ labels, value: reading.count })),
      },
      {
        name: "mojob_http_request_duration_seconds",
        type: "histogram",
        help: "Time from a request to its response; of a stream, to its beginning.",
        samples: all.flatMap(({ labels, reading }) => histogramSamples(labels, reading)),
      },
    ];
  }
}
