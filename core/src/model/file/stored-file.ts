import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { FILE_PREFIX, type FileValue, isFileName, LONGEST_FILE_NAME } from "./file-value.ts";

/** A file that a run has left in the store. */
export interface StoredFile {
  readonly tenant: string;
  readonly instanceId: string;
  /** The name, which no other file of the run has. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The hash of its content, in lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly storedAt: Date;
}

export interface FileLimits {
  /** The largest size of one file. */
  readonly mostBytes: number;
  /** Files of one run, over all of its attempts. */
  readonly mostFiles: number;
}

export const FILE_LIMITS: FileLimits = { mostBytes: 256 * 1024 * 1024, mostFiles: 100 };

/** @throws MoJobError `invalid_argument` */
export function assertFileName(name: unknown): asserts name is string {
  if (isFileName(name)) return;
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot store file ${JSON.stringify(name)}: its name must have 1 to ${LONGEST_FILE_NAME} characters, and none of / and \\ or invisible ones`,
  );
}

export function fileValueOf({ instanceId, name, size, sha256 }: StoredFile): FileValue {
  return { $file: `${FILE_PREFIX}${instanceId}/${name}`, name, size, sha256 };
}
