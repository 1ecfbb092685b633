import type { Measurements } from "../scheduler/measurements.ts";

/** How each part is read. */
type Readers = { readonly [Name in keyof Measurements]: () => Promise<NonNullable<Measurements[Name]>> };

/** Reads each part by itself: what cannot be read keeps none of the others back. */
export async function readMeasurements(read: Readers): Promise<Measurements> {
  const [overview, delays, checks, workers, incidents, jobs] = await Promise.all([
    read.overview().catch(() => null),
    read.delays().catch(() => null),
    read.checks().catch(() => []),
    read.workers().catch(() => []),
    read.incidents().catch(() => null),
    read.jobs(),
  ]);
  return { overview, delays, checks, workers, incidents, jobs };
}
