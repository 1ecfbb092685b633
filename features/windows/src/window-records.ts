import type { TimeWindow } from "@mojob/core/engine";
import { defineRecords, type RecordDefinition } from "@mojob/core/ports";

export type WindowField = "id" | "revision";

/** Windows as every store keeps them: few enough to be read all at once. */
export const WINDOW_RECORDS: RecordDefinition<TimeWindow, WindowField> = defineRecords({
  name: "windows",
  key: ({ id }: TimeWindow) => id,
  fields: { id: "text", revision: "number" },
  indexes: { id: { id: 1 } },
});
