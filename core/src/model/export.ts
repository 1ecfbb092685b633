import type { JobState } from "./instance/job-state.ts";

/** The parts of an export beside its runs. */
export const ExportPart = {
  /** The jobs that have a run in it, as they are now. */
  Definitions: "definitions",
  Logs: "logs",
  /** The facts of runs of tasks, from which each moment of them follows. */
  Facts: "facts",
  Files: "files",
  /** What people and programs did in the range. */
  History: "history",
  /** The workers of the apps: versions, machines, runtimes. */
  Workers: "workers",
  /** Records of samples that features keep, each under the name of its kind. */
  Samples: "samples",
} as const;
export type ExportPart = (typeof ExportPart)[keyof typeof ExportPart];

export const EXPORT_PARTS: readonly ExportPart[] = Object.values(ExportPart);

/** The runs that an export is asked for. */
export interface ExportFilter {
  /** Runs that were created at this time or later. */
  readonly from: Date;
  /** Runs that were created before this time. */
  readonly to: Date;
  /** `null` are all that the caller sees. */
  readonly apps: readonly string[] | null;
  readonly jobs: readonly string[] | null;
  /** Runs of jobs that have one of these tags now. */
  readonly tags: readonly string[] | null;
  readonly states: readonly JobState[] | null;
}

/** How many records of each kind a file has. */
export type ExportCounts = Readonly<Record<"runs" | ExportPart, number>>;

export const ExportState = {
  Running: "running",
  Ready: "ready",
  Cancelled: "cancelled",
  /** It became larger than an export may be. */
  Failed: "failed",
  /** Its file is being removed, and then it is gone. */
  Removed: "removed",
} as const;
export type ExportState = (typeof ExportState)[keyof typeof ExportState];

/** The rights with which an export is made: who reads it holds them. */
export interface ExportRights {
  /** The apps whose runs are in it; `null` are all. */
  readonly apps: readonly string[] | null;
  /** Those of them whose payloads are in it; `null` are all. */
  readonly payloads: readonly string[] | null;
}

/** A piece of the file, as the store has it. */
export interface ExportPiece {
  /** Its own, so that two processes which write it for a moment do not write over each other. */
  readonly name: string;
  readonly bytes: number;
}

/** Where the making of an export goes on. */
export interface ExportCursor {
  readonly section: "definitions" | "runs" | "history" | "workers" | "samples" | "end";
  /** In the section; `null` is its beginning. */
  readonly after: string | null;
  /** Checks of what is written so far: of each section, and of the whole; SHA-256 in hexadecimal digits. */
  readonly seals: Readonly<Record<string, string>>;
  /** The CRC-32 of the plain bytes so far. */
  readonly crc: number;
}

/** One file with what ran in a range of time. */
export interface RunExport extends ExportFilter {
  readonly id: string;
  readonly tenant: string;
  /** Counts its writes from 1. */
  readonly revision: number;
  readonly state: ExportState;
  readonly include: readonly ExportPart[];
  readonly rights: ExportRights;
  /** Who asked: `user:li`; `null` is the program itself. */
  readonly by: string | null;
  readonly at: Date;
  readonly changedAt: Date;
  /** When its file is removed. */
  readonly expiresAt: Date;
  /** The first runs of this many were found when it was asked for; more than 10,000 are not counted. */
  readonly expectedRuns: number;
  readonly counts: ExportCounts;
  /** The file's size so far, in bytes. */
  readonly size: number;
  /** The size of the lines in it, before they are compressed. */
  readonly plainSize: number;
  readonly pieces: readonly ExportPiece[];
  readonly cursor: ExportCursor;
  /** Why it failed; `null` where it has not. */
  readonly problem: string | null;
}
