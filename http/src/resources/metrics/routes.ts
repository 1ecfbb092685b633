import type { ApiContext } from "../../route/api-context.ts";
import { CompletionTotals } from "./completion-totals.ts";
import { partMetrics } from "./part-metrics.ts";
import { formatMetrics, PROMETHEUS_CONTENT_TYPE } from "./prometheus-text.ts";
import { incidentMetrics } from "./incident-metrics.ts";
import { jobMetrics } from "./job-metrics.ts";
import type { RequestMetrics } from "./request-metrics.ts";
import { gauge, schedulerMetrics } from "./scheduler-metrics.ts";
import { workerMetrics } from "./worker-metrics.ts";
import { defineRoute, type Route, RouteTag } from "../../route/route.ts";

/** Metrics for Prometheus. They show what a business does and when, so they need a permission as the rest of the API does. */
export function createMetricsRoutes({ clock }: ApiContext, requests: RequestMetrics): readonly Route[] {
  const startedMs = clock.monotonicMs();
  const totals = new CompletionTotals(clock.now());
  return [
    defineRoute({
      method: "GET",
      pattern: "/metrics",
      uses: ["measurements"],
      operationId: "getMetrics",
      tag: RouteTag.System,
      summary: "Read metrics",
      description:
        "Prometheus' text format 0.0.4; each sample has the label `tenant`. While the scheduler is unavailable, `mojob_scheduler_up` is 0 and its metrics are left out.",
      responses: {
        200: {
          description: "The metrics",
          mediaType: "text/plain",
          example: '# TYPE mojob_instances gauge\nmojob_instances{state="Processing",tenant="default"} 3\n',
        },
      },
      async handle({ scheduler }) {
        const { overview, delays, checks, workers, incidents, jobs } = await scheduler.measurements();
        const metrics = [
          gauge("mojob_scheduler_up", "Whether the scheduler is available.", overview === null ? 0 : 1),
          ...(overview === null ? [] : schedulerMetrics(overview, totals, clock.now())),
          ...workerMetrics(workers),
          ...(incidents === null ? [] : incidentMetrics(incidents)),
          ...partMetrics(checks, delays),
          ...jobMetrics(jobs),
          ...requests.metrics(),
          gauge(
            "mojob_uptime_seconds",
            "Time since this process began to serve.",
            (clock.monotonicMs() - startedMs) / 1000,
          ),
        ];
        // A process serves the metrics of several tenants at several paths: their series must differ.
        const text = formatMetrics(metrics, { tenant: scheduler.tenant });
        return new Response(text, { headers: { "Content-Type": PROMETHEUS_CONTENT_TYPE } });
      },
    }),
  ];
}
