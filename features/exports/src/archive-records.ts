import type { Archive, ArchivedRun } from "@mojob/core/engine";
import { defineRecords, type RecordDefinition } from "@mojob/core/ports";

export type ArchiveField = "id" | "state" | "revision";

/** Archives as every store keeps them; their texts are kept beside. */
export const ARCHIVE_RECORDS: RecordDefinition<Archive, ArchiveField> = defineRecords({
  name: "archives",
  key: ({ id }: Archive) => id,
  fields: { id: "text", state: "text", revision: "number" },
  indexes: { newest: { id: -1 }, state: { state: 1, id: 1 } },
});

export type ArchivedRunField = "run" | "archive" | "createdAt" | "app" | "jobKey" | "state" | "partOf";

/** Where the runs of archives stand in their texts, and what lists show of them. Each is written once. */
export const ARCHIVED_RUNS: RecordDefinition<ArchivedRun, ArchivedRunField> = defineRecords({
  name: "archived_runs",
  key: ({ archive, id }: ArchivedRun) => keyOfRun(archive, id),
  fields: {
    run: { type: "text", path: "id" },
    archive: "text",
    createdAt: "time",
    app: "text",
    jobKey: "text",
    state: "text",
    partOf: "text",
  },
  indexes: {
    newest: { archive: 1, createdAt: -1, run: -1 },
    job: { archive: 1, jobKey: 1, createdAt: -1, run: -1 },
    part: { archive: 1, partOf: 1, createdAt: -1, run: -1 },
  },
});

export function keyOfRun(archive: string, id: string): string {
  return `${archive}/${id}`;
}
