import type { Backfill } from "@mojob/core/engine";
import { defineRecords, type RecordDefinition } from "@mojob/core/ports";

export type BackfillField = "id" | "app" | "jobKey" | "state" | "revision";

/** Backfills as every store keeps them. */
export const BACKFILL_RECORDS: RecordDefinition<Backfill, BackfillField> = defineRecords({
  name: "backfills",
  key: ({ id }: Backfill) => id,
  fields: { id: "text", app: "text", jobKey: "text", state: "text", revision: "number" },
  indexes: { newest: { id: -1 }, state: { state: 1, id: 1 } },
});
