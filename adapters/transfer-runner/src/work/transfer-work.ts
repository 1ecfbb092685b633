import { type JobWork, registeredKind, type RegisteredKind, type RegisteredWork } from "@mojob/core/ports";
import type { ChecksumAlgorithm, Source, Target } from "@mojob/file-runner/work";

/** The kind of work that transfers files. */
export const TRANSFER_KIND: RegisteredKind = registeredKind("transfer");

export const TransferOperation = {
  /** Brings files to the worker. */
  Download: "download",
  /** Brings files to the server. */
  Upload: "upload",
  List: "list",
  Exists: "exists",
  /** Gives a file of the server another name. */
  Move: "move",
  Remove: "remove",
} as const;
export type TransferOperation = (typeof TransferOperation)[keyof typeof TransferOperation];

/** What becomes of a target that is there already: it fails the run, or it is replaced, or it stays and nothing is transferred. */
export const IfThere = { Fail: "fail", Replace: "replace", Skip: "skip" } as const;
export type IfThere = (typeof IfThere)[keyof typeof IfThere];

/** A path on the server, below the connection's folder: `orders/{args.day}.csv`. An empty one is that folder. */
export type RemotePath = string;

/** What a job does with a server; each operation has members of its own. */
export type TransferWork = DownloadWork | UploadWork | ListWork | ExistsWork | MoveWork | RemoveWork;

interface OnServer extends RegisteredWork {
  /** One of those that the worker's operator has named. */
  readonly connection: string;
}

export interface DownloadWork extends OnServer {
  readonly do: "download";
  /** A file, several, or with `match` a folder. */
  readonly from: RemotePath | readonly RemotePath[];
  /** Names of the folder's files, such as `*.csv`. @default one file is meant */
  readonly match?: string;
  /** A file; a folder for several. */
  readonly to: Target;
  readonly ifExists?: IfThere;
  /** Computes the checksum of what came. @default none, or SHA-256 beside `expect` */
  readonly algorithm?: ChecksumAlgorithm;
  /** The checksum that one file has to have. @default any */
  readonly expect?: string;
}

export interface UploadWork extends OnServer {
  readonly do: "upload";
  /** A file, several, or with `match` a folder. */
  readonly from: Source | readonly Source[];
  /** Names of the folder's files. @default one file is meant */
  readonly match?: string;
  /** A file; a folder for several. */
  readonly to: RemotePath;
  readonly ifExists?: IfThere;
}

export interface ListWork extends OnServer {
  readonly do: "list";
  readonly at: RemotePath;
  /** Names of the folder's files. @default all, and folders */
  readonly match?: string;
}

export interface ExistsWork extends OnServer {
  readonly do: "exists";
  readonly at: RemotePath;
}

export interface MoveWork extends OnServer {
  readonly do: "move";
  readonly from: RemotePath;
  readonly to: RemotePath;
  readonly ifExists?: "fail" | "replace";
}

export interface RemoveWork extends OnServer {
  readonly do: "remove";
  readonly at: RemotePath;
  readonly ifMissing?: "fail" | "pass";
}

export function isTransferWork(work: JobWork): work is TransferWork {
  return work.kind === TRANSFER_KIND;
}

/** Whether a list is meant and no single one. */
export function isList<One>(given: One | readonly One[]): given is readonly One[] {
  return Array.isArray(given);
}

/** Whether several files may be meant, which go into a folder. */
export function isOfSeveral(work: DownloadWork | UploadWork): boolean {
  return work.match !== undefined || Array.isArray(work.from);
}
