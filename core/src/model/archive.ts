import type { JobInstance } from "./instance/job-instance.ts";
import type { ExportCounts, ExportFilter, ExportPart } from "./export.ts";

export const ArchiveState = {
  /** Its file arrives and is checked; nobody reads it. */
  Receiving: "receiving",
  Ready: "ready",
  /** What it holds is being removed, and then it is gone. */
  Removed: "removed",
} as const;
export type ArchiveState = (typeof ArchiveState)[keyof typeof ArchiveState];

/** The first line of an exported file: where it is from. */
export interface ArchiveSource extends ExportFilter {
  readonly madeAt: Date;
  /** Who made it there. */
  readonly by: string | null;
  readonly tenant: string;
  /** The address of the scheduler that it was made by; `null` where that has none. */
  readonly deployment: string | null;
  /** The version of MoJob that made it. */
  readonly version: string;
  readonly include: readonly ExportPart[];
  /** Whether arguments, results, errors and logs of some apps are left out. */
  readonly hasHidden: boolean;
}

/** Where lines stand in the text of an archive, in bytes. */
export interface ArchiveRange {
  readonly at: number;
  readonly bytes: number;
}

/** The parts of an archive that stand beside its runs. */
export type ArchiveSection = "definitions" | "history" | "workers" | "samples";

/** An imported export: read-only, under an id of its own, and apart from everything that runs here. */
export interface Archive {
  readonly id: string;
  readonly tenant: string;
  readonly revision: number;
  readonly state: ArchiveState;
  /** The name of the file that was imported. */
  readonly name: string;
  readonly source: ArchiveSource;
  readonly counts: ExportCounts;
  /** Who imported it. */
  readonly by: string | null;
  readonly at: Date;
  readonly changedAt: Date;
  readonly expiresAt: Date;
  /** The size of the imported file. */
  readonly size: number;
  /** What it takes in the store. */
  readonly storedBytes: number;
  readonly plainSize: number;
  /** How many pieces of its text are stored. */
  readonly pieces: number;
  readonly sections: Readonly<Partial<Record<ArchiveSection, ArchiveRange>>>;
}

/** A run of an archive, as its list has it. */
export interface ArchivedRun {
  readonly tenant: string;
  readonly archive: string;
  /** The id that it had. */
  readonly id: string;
  readonly app: string;
  readonly jobKey: string;
  readonly state: JobInstance["state"];
  readonly kind: JobInstance["kind"];
  readonly triggerType: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly attempt: number;
  readonly worker: string | null;
  readonly errorSummary: string | null;
  readonly argsPreview: string | null;
  /** The run that it is a part of; `null` for a run of its own. */
  readonly partOf: string | null;
  /** How many log lines and facts of a task it has. */
  readonly lines: number;
  readonly facts: number;
  readonly files: readonly ArchivedFile[];
  readonly range: ArchiveRange;
}

/** A file of a run of an archive. */
export interface ArchivedFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly storedAt: Date;
  readonly range: ArchiveRange;
}
