import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobMetrics } from "../model/metrics/run-metrics.ts";
import type { Delays } from "./delays.ts";
import type { HealthCheck } from "./health-check.ts";
import type { IncidentCounts } from "./incident-service.ts";
import type { Overview } from "./overview.ts";

/** The source of metrics; `null` and empty lists stand for parts that cannot be read now. */
export interface Measurements {
  readonly overview: Overview | null;
  readonly delays: Delays | null;
  readonly checks: readonly HealthCheck[];
  readonly workers: readonly ExecutorRecord[];
  readonly incidents: IncidentCounts | null;
  readonly jobs: readonly JobMetrics[];
}
