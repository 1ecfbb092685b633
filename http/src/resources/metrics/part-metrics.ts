import type { Delays, HealthCheck } from "@mojob/core/engine";
import type { Metric } from "./prometheus-text.ts";

/** Whether each part is available, and how far behind the scheduler is; without delays where they cannot be read. */
export function partMetrics(checks: readonly HealthCheck[], delays: Delays | null): readonly Metric[] {
  const up: Metric = {
    name: "mojob_up",
    type: "gauge",
    help: "Whether a part that the scheduler needs is available.",
    samples: checks.map(({ name, ok }) => ({ labels: { part: name }, value: Number(ok) })),
  };
  if (delays === null) return [up];
  const { firingLagMs, oldestEnqueuedMs, dispatchFailures } = delays;
  return [
    up,
    {
      name: "mojob_firing_lag_seconds",
      type: "gauge",
      help: "How long the oldest fire has been due that nothing has been recorded of.",
      samples: [{ value: firingLagMs / 1000 }],
    },
    {
      name: "mojob_oldest_enqueued_seconds",
      type: "gauge",
      help: "How long the oldest run has waited in the queue.",
      samples: [{ value: oldestEnqueuedMs / 1000 }],
    },
    {
      name: "mojob_dispatch_failures_total",
      type: "counter",
      help: "Dispatches of this process that failed; their runs are dispatched again.",
      samples: [{ value: dispatchFailures }],
    },
  ];
}
