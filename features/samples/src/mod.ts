import { Permission } from "@mojob/core";
import type { Feature } from "@mojob/core/engine";
import type { Rules, SampleService } from "@mojob/core/feature";
import { exportedSamples } from "./exported-samples.ts";
import { SampleDuty } from "./sample-duty.ts";
import { KEPT_SAMPLES, type KeptSamples } from "./sample-options.ts";
import { BLOCK_RECORDS, SERIES_RECORDS } from "./sample-records.ts";
import { Samples } from "./samples.ts";

export { KEPT_SAMPLES, type KeptSamples } from "./sample-options.ts";

const RULES: Rules<SampleService> = {
  ofWorker: Permission.ReadWorkers,
  samplesOf: Permission.ReadWorkers,
};

/**
 * Samples that are kept for another time or of more workers than by default.
 * @example
 * ```ts
 * import { samplesWith } from "@mojob/samples";
 *
 * const features = [samplesWith({ workers: 500 })];
 * ```
 */
export function samplesWith(options: Partial<KeptSamples> = {}): Feature {
  const kept: KeptSamples = { ...KEPT_SAMPLES, ...options };
  return {
    name: "samples",
    records: [SERIES_RECORDS, BLOCK_RECORDS],
    services: { samples: { rules: RULES, create: (parts) => new Samples({ ...parts, kept }) } },
    duties: ({ engine }) => [new SampleDuty({ ...engine, kept })],
    samples: (engine) => [exportedSamples(engine, kept)],
  };
}

/** Keeps what workers use of their machines: processors, memory, event loop and places. */
export const SAMPLES: Feature = samplesWith();
