import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JsonValue } from "../../base/json.ts";

/** A file that a run has left in the store. */
export interface StoredFile {
  readonly tenant: string;
  readonly instanceId: string;
  /** Of no other file of its run. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Of its content, in lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly storedAt: Date;
}

/**
 * A stored file as a value: what results, arguments and parameters have of it. It has these four keys and no other, which
 * tells it from `File(path)` of an expression, a bare path.
 */
export type FileValue = {
  /** `run-file:<id of the run>/<name>` */
  readonly $file: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
};

export interface FileLimits {
  /** Of one file. */
  readonly mostBytes: number;
  /** Files of one run, over all of its attempts. */
  readonly mostFiles: number;
}

export const FILE_LIMITS: FileLimits = { mostBytes: 256 * 1024 * 1024, mostFiles: 100 };

const LONGEST_NAME = 200;
const PREFIX = "run-file:";
const KEYS = 4;
const SHA256 = /^[0-9a-f]{64}$/;
/** Separators of paths, and characters that change what a text looks like. */
const UNFIT = /[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Whether a file may be called this: up to 200 characters, none of which separates folders or is invisible. */
export function isFileName(name: unknown): name is string {
  return (
    typeof name === "string" &&
    name.length > 0 &&
    name.length <= LONGEST_NAME &&
    name !== "." &&
    name !== ".." &&
    !UNFIT.test(name)
  );
}

/** @throws MoJobError `invalid_argument` */
export function assertFileName(name: unknown): asserts name is string {
  if (isFileName(name)) return;
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot store file ${JSON.stringify(name)}: its name must have 1 to ${LONGEST_NAME} characters, and none of / and \\ or invisible ones`,
  );
}

export function fileValueOf({ instanceId, name, size, sha256 }: StoredFile): FileValue {
  return { $file: `${PREFIX}${instanceId}/${name}`, name, size, sha256 };
}

/** Whether a value is a stored file; not whether there is one. */
export function isFileValue(value: unknown): value is FileValue {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== KEYS) return false;
  const { $file, name, size, sha256 } = value as Partial<FileValue>;
  return (
    typeof $file === "string" &&
    $file.startsWith(PREFIX) &&
    isFileName(name) &&
    $file.endsWith(`/${name}`) &&
    $file.length > PREFIX.length + name.length + 1 &&
    typeof size === "number" &&
    Number.isSafeInteger(size) &&
    size >= 0 &&
    typeof sha256 === "string" &&
    SHA256.test(sha256)
  );
}

/** The id of the run that a stored file is of. */
export function runOfFile({ $file, name }: FileValue): string {
  return $file.slice(PREFIX.length, -name.length - 1);
}

/** The stored files in a value, each once. */
export function filesIn(value: JsonValue): readonly FileValue[] {
  const found = new Map<string, FileValue>();
  const unread: JsonValue[] = [value];
  for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (isFileValue(next)) found.set(`${next.$file}\n${next.sha256}`, next);
    else unread.push(...Object.values(next).toReversed());
  }
  return [...found.values()];
}
