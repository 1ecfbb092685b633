import type { SavedView } from "@mojob/core/engine";
import { defineRecords, type RecordDefinition } from "@mojob/core/ports";

export type ViewField = "id" | "owner" | "isShared" | "revision";

/** Views as every store keeps them. */
export const VIEW_RECORDS: RecordDefinition<SavedView, ViewField> = defineRecords({
  name: "views",
  key: ({ id }: SavedView) => id,
  fields: { id: "text", owner: "text", isShared: "flag", revision: "number" },
  indexes: { owner: { owner: 1, id: 1 }, shared: { isShared: 1, id: 1 } },
});
