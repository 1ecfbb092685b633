import type { ReportSummary } from "@mojob/core/engine";
import { defineRecords, type RecordDefinition } from "@mojob/core/ports";

export type SummaryField = "id" | "owner" | "enabled" | "revision";

/** Summaries as every store keeps them. */
export const SUMMARY_RECORDS: RecordDefinition<ReportSummary, SummaryField> = defineRecords({
  name: "report_summaries",
  key: ({ id }: ReportSummary) => id,
  fields: { id: "text", owner: "text", enabled: "flag", revision: "number" },
  indexes: { owner: { owner: 1, id: 1 }, enabled: { enabled: 1, id: 1 } },
});
