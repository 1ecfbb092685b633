import type { RunExport } from "@mojob/core/engine";
import { defineRecords, type RecordDefinition } from "@mojob/core/ports";

export type ExportField = "id" | "state" | "revision";

/** Exports as every store keeps them; their files are kept beside. */
export const EXPORT_RECORDS: RecordDefinition<RunExport, ExportField> = defineRecords({
  name: "exports",
  key: ({ id }: RunExport) => id,
  fields: { id: "text", state: "text", revision: "number" },
  indexes: { newest: { id: -1 }, state: { state: 1, id: 1 } },
});
