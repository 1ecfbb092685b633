import type { Metric, MetricSample } from "./prometheus-text.ts";

/** From what memory answers in to what a person gives up on. */
const BUCKETS_S: readonly number[] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

interface Series {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string };
  count: number;
  sumS: number;
  /** How many requests fell into each bucket, not cumulated; the last is +Inf. */
  readonly buckets: number[];
}

export interface AnsweredRequest {
  readonly method: string;
  /** The pattern, never the path: the number of series must not depend on who calls. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

/** Counts requests by route and status. */
export class RequestMetrics {
  readonly #series = new Map<string, Series>();

  record({ method, route, status, durationMs }: AnsweredRequest): void {
    const labels = { method: METHODS.has(method) ? method : "other", route, status: String(status) };
    const key = `${labels.method} ${route} ${status}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels, count: 0, sumS: 0, buckets: Array.from({ length: BUCKETS_S.length + 1 }, () => 0) };
      this.#series.set(key, series);
    }
    const seconds = durationMs / 1000;
    const bucket = BUCKETS_S.findIndex((limit) => seconds <= limit);
    const index = bucket === -1 ? BUCKETS_S.length : bucket;
    series.buckets[index] = (series.buckets[index] ?? 0) + 1;
    series.count += 1;
    series.sumS += seconds;
  }

  metrics(): readonly Metric[] {
    const all = [...this.#series.values()];
    return [
      {
        name: "mojob_http_requests_total",
        type: "counter",
        help: "HTTP requests answered.",
        samples: all.map(({ labels, count }) => ({ labels, value: count })),
      },
      {
        name: "mojob_http_request_duration_seconds",
        type: "histogram",
        help: "Time from a request to its answer; of a stream, to its beginning.",
        samples: all.flatMap(histogramOf),
      },
    ];
  }
}

function histogramOf({ labels, count, sumS, buckets }: Series): readonly MetricSample[] {
  let cumulated = 0;
  const ofBuckets = buckets.map((inBucket, index): MetricSample => {
    cumulated += inBucket;
    const limit = BUCKETS_S[index];
    return {
      suffix: "_bucket",
      labels: { ...labels, le: limit === undefined ? "+Inf" : String(limit) },
      value: cumulated,
    };
  });
  return [...ofBuckets, { suffix: "_sum", labels, value: sumS }, { suffix: "_count", labels, value: count }];
}
