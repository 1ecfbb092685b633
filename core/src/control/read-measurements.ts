import type { Requester } from "../access/requester.ts";
import type { AppSet } from "../access/app-set.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import type { IncidentService } from "../scheduler/incident-service.ts";
import type { Measurements } from "../scheduler/measurements.ts";
import type { PerRequester } from "./access/per-requester.ts";
import type { Engine } from "./engine.ts";
import { checkHealth, type HealthProbe } from "./health.ts";
import { readDelays } from "./read-delays.ts";
import { readOverview } from "./read-overview.ts";

export interface MeasurementsOptions extends Engine {
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
  readonly incidents: Pick<PerRequester<IncidentService>, "counts">;
  readonly probes: readonly HealthProbe[];
}

/** Reads each part by itself: what cannot be read keeps none of the others back. */
export async function readMeasurements(
  requester: Requester,
  options: MeasurementsOptions,
): Promise<Measurements> {
  const { clock, metrics, workers, incidents, probes } = options;
  const [overview, delays, checks, online, counts] = await Promise.all([
    readOverview(requester, options).catch(() => null),
    readDelays(requester, options).catch(() => null),
    checkHealth(probes, clock).catch(() => []),
    workers(requester.apps).catch(() => []),
    incidents.counts(requester).catch(() => null),
  ]);
  const jobs = metrics.read().filter(({ app }) => requester.apps.has(app));
  return { overview, delays, checks, workers: online, incidents: counts, jobs };
}
