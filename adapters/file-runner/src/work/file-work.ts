import { type JobWork, registeredKind, type RegisteredKind, type RegisteredWork } from "@mojob/core/ports";
import type { Place } from "../place/place.ts";

/** The kind of work that does something with files. */
export const FILE_KIND: RegisteredKind = registeredKind("file");

/** What is done with files. */
export const FileOperation = {
  Read: "read",
  Exists: "exists",
  Write: "write",
  Copy: "copy",
  Move: "move",
  Remove: "remove",
  /** Joins files to one. */
  Concat: "concat",
  Split: "split",
  Checksum: "checksum",
  List: "list",
  /** Makes an archive of a folder or file. */
  Pack: "pack",
  Unpack: "unpack",
} as const;
export type FileOperation = (typeof FileOperation)[keyof typeof FileOperation];

/** What becomes of a target that is there already. */
export const IfExists = { Fail: "fail", Replace: "replace", Append: "append" } as const;
export type IfExists = (typeof IfExists)[keyof typeof IfExists];

export const ChecksumAlgorithm = { Sha256: "sha-256", Sha1: "sha-1", Md5: "md5" } as const;
export type ChecksumAlgorithm = (typeof ChecksumAlgorithm)[keyof typeof ChecksumAlgorithm];

export const ArchiveFormat = { Zip: "zip", TarGz: "tar.gz" } as const;
export type ArchiveFormat = (typeof ArchiveFormat)[keyof typeof ArchiveFormat];

/** What is read: a place, or a stored file among the arguments, such as `args.report`. */
export type Source = Place | { readonly stored: string };

/** Where a file is made: at a place, or as a stored file of the run. */
export type Target = Place | { readonly store: string };

/** Where a file is cut; a marker, as a line's end, stays at the end of its part. */
export type SplitBy = { readonly lines: number } | { readonly bytes: number } | { readonly marker: string };

/** What a job does with files; each operation has members of its own. */
export type FileWork = RegisteredWork &
  (
    | { readonly do: "read"; readonly from: Source; readonly as?: "text" | "file" }
    | { readonly do: "exists"; readonly at: Place }
    | WriteWork
    | {
        readonly do: "copy";
        readonly from: Source;
        readonly to: Target;
        readonly ifExists?: "fail" | "replace";
      }
    | {
        readonly do: "move";
        readonly from: Place;
        readonly to: Place;
        readonly ifExists?: "fail" | "replace";
      }
    | {
        readonly do: "remove";
        readonly at: Place;
        readonly recursive?: boolean;
        readonly ifMissing?: "fail" | "pass";
      }
    | ConcatWork
    | SplitWork
    | {
        readonly do: "checksum";
        readonly from: Source;
        readonly algorithm?: ChecksumAlgorithm;
        readonly expect?: string;
      }
    | { readonly do: "list"; readonly at: Place; readonly match?: string; readonly recursive?: boolean }
    | PackWork
    | {
        readonly do: "unpack";
        readonly from: Source;
        readonly to: Place;
        readonly format: ArchiveFormat;
        readonly ifExists?: "fail" | "replace";
      }
  );

export interface WriteWork extends RegisteredWork {
  readonly do: "write";
  readonly to: Target;
  /** Its content; `{args.name}` in it stands for an argument. */
  readonly text: string;
  /** What the text is: itself, or bytes as base64. @default "utf8" */
  readonly encoding?: "utf8" | "base64";
  readonly ifExists?: IfExists;
}

export interface ConcatWork extends RegisteredWork {
  readonly do: "concat";
  /** Files in this order, or a folder. */
  readonly from: readonly Source[] | Place;
  /** Names of the folder's files, such as `*.csv`; by their names. @default all */
  readonly match?: string;
  readonly recursive?: boolean;
  readonly to: Target;
  /** Written between two files. @default nothing */
  readonly separator?: string;
  readonly ifExists?: "fail" | "replace";
}

export interface SplitWork extends RegisteredWork {
  readonly do: "split";
  readonly from: Source;
  /** The folder that is made of the parts. */
  readonly to: Place;
  readonly by: SplitBy;
  /** What parts are called, with `{n}` for the number. @default "part-{n}" */
  readonly name?: string;
  readonly ifExists?: "fail" | "replace";
}

export interface PackWork extends RegisteredWork {
  readonly do: "pack";
  /** A folder with all below, or one file. */
  readonly from: Place;
  /** Names of the folder's files. @default all */
  readonly match?: string;
  readonly to: Target;
  readonly format: ArchiveFormat;
  readonly ifExists?: "fail" | "replace";
}

export function isFileWork(work: JobWork): work is FileWork {
  return work.kind === FILE_KIND;
}

/** Whether a target is a stored file of the run. */
export function isStored(target: Source | Target): target is { readonly store: string } {
  return typeof target === "object" && "store" in target;
}

/** The work of one operation. */
export type WorkOf<Operation extends FileOperation> = Extract<FileWork, { readonly do: Operation }>;
