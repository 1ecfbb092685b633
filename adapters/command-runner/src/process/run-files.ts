import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  filesIn,
  type FileValue,
  isFileValue,
  type JsonObject,
  type JsonValue,
  type WorkFiles,
  type WorkLog,
} from "@mojob/core/ports";

const PIECE_BYTES = 64 * 1024;
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
const PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Puts the stored files among the arguments into a folder.
 * @param folder made where there are any
 * @returns the arguments with a file's path in the place of each
 * @throws MoJobError `file_not_found`
 */
export async function placeInputs(folder: string, args: JsonValue, files: WorkFiles): Promise<JsonValue> {
  const found = filesIn(args);
  if (found.length === 0) return args;
  await mkdir(folder, { mode: OWN_FOLDER });
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  for (const file of found) {
    // Files of several runs may have one name.
    let name = file.name;
    for (let number = 2; taken.has(name); number += 1) name = `${number}-${file.name}`;
    taken.add(name);
    const path = join(folder, name);
    await writePlain(path, await files.read(file));
    paths.set(keyOf(file), path);
  }
  return withPaths(args, (file) => paths.get(keyOf(file)) ?? file.name);
}

/**
 * Stores what a program has left in a folder, by its names. A program may have put anything there: only plain files are stored.
 * @throws MoJobError `file_refused`, and `invalid_argument` for a name that a file may not have
 */
export async function storeOutputs(
  folder: string,
  files: WorkFiles,
  log: WorkLog,
): Promise<Readonly<Record<string, FileValue>>> {
  const names = await readdir(folder).catch(() => []);
  const stored: [string, FileValue][] = [];
  for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
    const file = await openPlain(join(folder, name));
    if (file === null) {
      log.warn(`Output "${name}" was left out: it is not a plain file`);
      continue;
    }
    try {
      stored.push([name, await files.write(name, bytesOf(file))]);
    } finally {
      await file.close();
    }
  }
  return Object.fromEntries(stored);
}

/** The result of a program, with the files that it has left as `files`; a result that is no object is its `value` then. */
export function withFiles(
  result: JsonValue,
  files: Readonly<Record<string, FileValue>>,
  log: WorkLog,
): JsonValue {
  if (Object.keys(files).length === 0) return result;
  if (result === null) return { files };
  if (typeof result !== "object" || Array.isArray(result)) return { value: result, files };
  if (Object.hasOwn(result, "files"))
    log.warn('"files" of the result was left out: the files that were stored have its place');
  return { ...(result as JsonObject), files };
}

function keyOf({ $file, sha256 }: FileValue): string {
  return `${sha256} ${$file}`;
}

function withPaths(value: JsonValue, pathOf: (file: FileValue) => string): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (isFileValue(value)) return pathOf(value);
  if (Array.isArray(value)) return value.map((item) => withPaths(item as JsonValue, pathOf));
  const entries = Object.entries(value).map(([name, item]) => [name, withPaths(item, pathOf)]);
  return Object.fromEntries(entries) as JsonObject;
}

async function writePlain(path: string, content: ReadableStream<Uint8Array>): Promise<void> {
  const file = await open(path, "wx", OWN_FILE);
  try {
    for await (const piece of content) await file.writeFile(piece);
  } finally {
    await file.close();
  }
}

/** `null` for a link, a pipe, a folder, and what cannot be opened. */
async function openPlain(path: string): Promise<FileHandle | null> {
  const file = await open(path, PLAIN).catch(() => null);
  if (file === null || (await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array, void, void> {
  for (;;) {
    const piece = new Uint8Array(PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
  }
}
