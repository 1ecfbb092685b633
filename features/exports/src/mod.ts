import { Permission } from "@mojob/core";
import { type ExportPart, EXPORT_PARTS, type Feature } from "@mojob/core/engine";
import type { ArchiveService, ExportService, Rules } from "@mojob/core/feature";
import { ARCHIVE_ACTS, EXPORT_ACTS } from "./acts.ts";
import { ArchiveDuty } from "./archive-duty.ts";
import { Archives } from "./archives.ts";
import { copyExports } from "./copied-exports.ts";
import { Exports, PERMISSION_OF } from "./exports.ts";
import { ExportDuty } from "./making/export-duty.ts";

/** What it holds decides who reads an export: the method looks, because the parts of each are stored. */
const WITHIN = [Permission.ReadJobs, Permission.ReadPayloads, Permission.ReadWorkers];
const READS = { always: [Permission.ReadRuns], within: WITHIN };
const CHANGES = {
  always: [Permission.ReadRuns],
  within: [...WITHIN, Permission.EditTenant],
  leavesAct: () => true,
};

/** An export needs what it takes to read each of its parts. */
const EXPORT_RULES: Rules<ExportService> = {
  create: {
    always: [Permission.ReadRuns],
    sometimes: {
      [Permission.ReadJobs]: ([request]) => asksFor(request, Permission.ReadJobs) || namesTags(request),
      [Permission.ReadPayloads]: ([request]) => asksFor(request, Permission.ReadPayloads),
      [Permission.ReadWorkers]: ([request]) => asksFor(request, Permission.ReadWorkers),
    },
    leavesAct: () => true,
  },
  list: READS,
  get: READS,
  read: READS,
  cancel: CHANGES,
  remove: CHANGES,
};

/** Whatever an archive has was a payload of somebody: its lists name it, and its runs are read with the right to payloads. */
const READS_ARCHIVE = { always: [Permission.ReadArchives, Permission.ReadPayloads] };

const ARCHIVE_RULES: Rules<ArchiveService> = {
  import: Permission.ImportArchives,
  list: Permission.ReadArchives,
  get: Permission.ReadArchives,
  runs: READS_ARCHIVE,
  run: READS_ARCHIVE,
  logs: READS_ARCHIVE,
  facts: READS_ARCHIVE,
  file: READS_ARCHIVE,
  records: READS_ARCHIVE,
  remove: Permission.ImportArchives,
};

function asksFor(request: unknown, permission: Permission): boolean {
  const include: unknown = memberOf(request, "include");
  return (
    Array.isArray(include) &&
    EXPORT_PARTS.some((part: ExportPart) => include.includes(part) && PERMISSION_OF[part] === permission)
  );
}

/** By their tags one learns of jobs. */
function namesTags(request: unknown): boolean {
  return (memberOf(request, "tags") ?? null) !== null;
}

function memberOf(request: unknown, name: string): unknown {
  return typeof request === "object" && request !== null ? Reflect.get(request, name) : undefined;
}

/** Exports what ran in a range of time as one file, and shows such files read-only. */
export const EXPORTS: Feature = {
  name: "exports",
  services: {
    exports: { rules: EXPORT_RULES, acts: EXPORT_ACTS, create: (parts) => new Exports(parts) },
    archives: { rules: ARCHIVE_RULES, acts: ARCHIVE_ACTS, create: (parts) => new Archives(parts) },
  },
  copy: copyExports,
  duties: ({ engine }) => [new ExportDuty(engine), new ArchiveDuty(engine)],
};
