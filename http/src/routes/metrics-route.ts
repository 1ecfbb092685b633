import type { ApiContext } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { CompletionTotals } from "../metrics/completion-totals.ts";
import { formatMetrics, PROMETHEUS_CONTENT_TYPE } from "../metrics/prometheus-text.ts";
import type { RequestMetrics } from "../metrics/request-metrics.ts";
import { gauge, schedulerMetrics } from "../metrics/scheduler-metrics.ts";
import { defineRoute, type Route, RouteTag } from "../route.ts";

/** Metrics for Prometheus. They tell what a business does and when, so they are guarded as the rest of the API is. */
export function createMetricsRoutes(
  { scheduler, clock }: ApiContext,
  requests: RequestMetrics,
): readonly Route[] {
  const startedMs = clock.monotonicMs();
  const totals = new CompletionTotals(clock.now());
  return [
    defineRoute({
      method: "GET",
      pattern: "/metrics",
      policy: RoutePolicy.Guarded,
      operationId: "getMetrics",
      tag: RouteTag.System,
      summary: "Read metrics",
      description:
        "Prometheus' text format 0.0.4. While the scheduler does not answer, `mojob_scheduler_up` is 0 and what it would tell is left out.",
      path: null,
      query: null,
      body: null,
      headers: [],
      answers: {
        200: {
          description: "The metrics",
          mediaType: "text/plain",
          example: '# TYPE mojob_instances gauge\nmojob_instances{state="Processing"} 3\n',
        },
      },
      problems: [],
      async handle() {
        const overview = await scheduler.overview().catch(() => null);
        const metrics = [
          gauge("mojob_scheduler_up", "Whether the scheduler answers.", overview === null ? 0 : 1),
          ...(overview === null ? [] : schedulerMetrics(overview, totals, clock.now())),
          ...requests.metrics(),
          gauge(
            "mojob_uptime_seconds",
            "Time since this process began to answer.",
            (clock.monotonicMs() - startedMs) / 1000,
          ),
        ];
        return new Response(formatMetrics(metrics), { headers: { "Content-Type": PROMETHEUS_CONTENT_TYPE } });
      },
    }),
  ];
}
