import type { ActedFire, Spread } from "@mojob/core/engine";
import { defineRecords, type RecordDefinition } from "@mojob/core/ports";

export type ActedField = "id" | "jobKey" | "until" | "revision";

/** Fires that somebody has decided about, until they would have begun. */
export const ACTED_FIRES: RecordDefinition<ActedFire, ActedField> = defineRecords({
  name: "acted_fires",
  key: ({ id }: ActedFire) => id,
  fields: { id: "text", jobKey: "text", until: "time", revision: "number" },
  indexes: { time: { until: 1, id: 1 }, job: { jobKey: 1, until: 1, id: 1 } },
});

export type SpreadField = "id" | "revision";

/** Spreads that were applied. */
export const SPREADS: RecordDefinition<Spread, SpreadField> = defineRecords({
  name: "spreads",
  key: ({ id }: Spread) => id,
  fields: { id: "text", revision: "number" },
  indexes: { newest: { id: -1 } },
});
