import type { ExportCounts } from "@mojob/core/engine";
import type { JsonObject, JsonValue } from "@mojob/core/ports";

/** The version of this package, which the first line of a file names. */
export const VERSION = "0.1.0";
export const FORMAT = "mojob-export";
export const FORMAT_VERSION = 1;

/** Log lines of a run that stand in one line of a file, and facts of a task. */
export const LINES_AT_ONCE = 500;
/** Bytes of a file that stand in one line; a multiple of three, so that each is a whole Base64 text. */
export const FILE_PIECE_BYTES: number = 192 * 1024;

/** The first line. */
export interface ManifestLine {
  readonly type: "manifest";
  readonly format: typeof FORMAT;
  readonly formatVersion: typeof FORMAT_VERSION;
  readonly version: string;
  readonly madeAt: string;
  readonly by: string | null;
  readonly tenant: string;
  readonly deployment: string | null;
  readonly from: string;
  readonly to: string;
  readonly apps: readonly string[] | null;
  readonly jobs: readonly string[] | null;
  readonly tags: readonly string[] | null;
  readonly states: readonly string[] | null;
  readonly include: readonly string[];
  readonly hasHidden: boolean;
}

/** A log line: `seq`, time, attempt, level, message. */
export type LogTuple = readonly [number, string, number, string, string];

/**
 * Lines of content, in this order: definitions; each run with its own log, facts and files behind it; history, workers, samples. The bytes of
 * a file stand behind its line.
 */
export type ContentLine =
  | { readonly type: "definition"; readonly definition: JsonObject }
  | { readonly type: "run"; readonly run: JsonObject }
  | { readonly type: "log"; readonly lines: readonly LogTuple[] }
  | { readonly type: "facts"; readonly facts: readonly JsonValue[] }
  | {
      readonly type: "file";
      readonly name: string;
      readonly size: number;
      readonly sha256: string;
      readonly storedAt: string;
    }
  | { readonly type: "bytes"; readonly data: string }
  | { readonly type: "act"; readonly act: JsonObject }
  | { readonly type: "worker"; readonly worker: JsonObject }
  | { readonly type: "sample"; readonly name: string; readonly sample: JsonObject };

/** Stands behind each piece of the file; the hash is that of the piece's lines. */
export interface SealLine {
  readonly type: "seal";
  readonly sha256: string;
}

/** The last line. */
export interface EndLine {
  readonly type: "end";
  readonly counts: ExportCounts;
  /** Chains of the hashes of pieces: of each section alone, and of all lines. */
  readonly sha256: Readonly<Record<string, string>>;
}

/** The section that a line belongs to; its place says which order sections have. */
export const SECTIONS = ["manifest", "definitions", "runs", "history", "workers", "samples"] as const;
export type Section = (typeof SECTIONS)[number];

export const SECTION_OF: Readonly<Record<ContentLine["type"] | "manifest", Section>> = {
  manifest: "manifest",
  definition: "definitions",
  run: "runs",
  log: "runs",
  facts: "runs",
  file: "runs",
  bytes: "runs",
  act: "history",
  worker: "workers",
  sample: "samples",
};

export const NO_COUNTS: ExportCounts = {
  runs: 0,
  definitions: 0,
  logs: 0,
  facts: 0,
  files: 0,
  history: 0,
  workers: 0,
  samples: 0,
};
