import type { JsonValue } from "../../base/json.ts";

/**
 * A stored file as a value: what results, arguments and parameters have of it. It has these four keys and no
 * other; what `File(path)` of an expression makes has one of them.
 */
export type FileValue = {
  /** `run-file:<id of the run>/<name>` */
  readonly $file: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
};

export const LONGEST_FILE_NAME = 200;
export const FILE_PREFIX = "run-file:";

const KEYS = 4;
const SHA256 = /^[0-9a-f]{64}$/;
/** Separators of paths, and characters that change what a text looks like. */
const UNFIT = /[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Whether a file may be called this: up to 200 characters, none of which separates folders or is invisible. */
export function isFileName(name: unknown): name is string {
  return (
    typeof name === "string" &&
    name.length > 0 &&
    name.length <= LONGEST_FILE_NAME &&
    name !== "." &&
    name !== ".." &&
    !UNFIT.test(name)
  );
}

/** Whether a value is a stored file; not whether there is one. */
export function isFileValue(value: unknown): value is FileValue {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== KEYS) return false;
  const { $file, name, size, sha256 } = value as Partial<FileValue>;
  return (
    typeof $file === "string" &&
    $file.startsWith(FILE_PREFIX) &&
    isFileName(name) &&
    $file.endsWith(`/${name}`) &&
    $file.length > FILE_PREFIX.length + name.length + 1 &&
    typeof size === "number" &&
    Number.isSafeInteger(size) &&
    size >= 0 &&
    typeof sha256 === "string" &&
    SHA256.test(sha256)
  );
}

/** The id of the run that a stored file is of. */
export function runOfFile({ $file, name }: FileValue): string {
  return $file.slice(FILE_PREFIX.length, -name.length - 1);
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
