import type { Asker } from "../access/asker.ts";
import type { AppSet } from "../access/app-set.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import type { IncidentService } from "../scheduler/incident-service.ts";
import type { Measurements } from "../scheduler/measurements.ts";
import type { Asked } from "./access/asked.ts";
import type { Engine } from "./engine.ts";
import { checkHealth, type HealthProbe } from "./health.ts";
import { readDelays } from "./read-delays.ts";
import { readOverview } from "./read-overview.ts";

export interface MeasurementsOptions extends Engine {
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
  readonly incidents: Pick<Asked<IncidentService>, "counts">;
  readonly probes: readonly HealthProbe[];
}

/** Reads each part by itself: what cannot be read keeps none of the others back. */
export async function readMeasurements(asker: Asker, options: MeasurementsOptions): Promise<Measurements> {
  const { clock, metrics, workers, incidents, probes } = options;
  const [overview, delays, checks, online, counts] = await Promise.all([
    readOverview(asker, options).catch(() => null),
    readDelays(asker, options).catch(() => null),
    checkHealth(probes, clock).catch(() => []),
    workers(asker.apps).catch(() => []),
    incidents.counts(asker).catch(() => null),
  ]);
  const jobs = metrics.read().filter(({ app }) => asker.apps.has(app));
  return { overview, delays, checks, workers: online, incidents: counts, jobs };
}
