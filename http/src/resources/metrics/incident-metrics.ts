import type { IncidentCounts } from "@mojob/core/engine";
import type { Metric } from "./prometheus-text.ts";

/** The number of open incidents, by condition. */
export function incidentMetrics({ conditions }: IncidentCounts): readonly Metric[] {
  return [
    {
      name: "mojob_incidents",
      type: "gauge",
      help: "Incidents that are not resolved, by condition.",
      samples: Object.entries(conditions).map(([condition, value]) => ({ labels: { condition }, value })),
    },
  ];
}
