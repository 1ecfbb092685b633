import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import type { FileValue, JsonObject, JsonValue, WorkFiles, WorkLog } from "@mojob/core/ports";

const PIECE_BYTES = 64 * 1024;
const PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const FOLDER = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY;
const IS_LINUX = process.platform === "linux";

/** A file under such a name is a result of that name, too, where it is a short text. */
const RESULT_NAME = /^(?!files$|inputs$|value$)[A-Za-z_]\w{0,63}$/;
const MOST_TEXT_BYTES = 4096;
const MOST_TEXTS_BYTES = 64 * 1024;

/** The files that programs of one attempt have left in its outputs. */
export interface LeftOutputs {
  readonly files: Readonly<Record<string, FileValue>>;
  /** The texts of those that are results by their name. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Stores what programs leave in a folder, by its names. They may have put anything there: only plain files are stored. */
export class OutputFiles {
  readonly #folder: string;
  /** What was stored of earlier programs, and when it was written. */
  readonly #stored = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Stores what was written since the last call.
   * @throws MoJobError `file_refused`, and `invalid_argument` for a name that a file may not have
   */
  async store(files: WorkFiles, log: WorkLog): Promise<LeftOutputs> {
    const left = await inFolder(this.#folder, (folder) => this.#storeIn(folder, files, log));
    if (left !== null) return left;
    log.warn("The outputs were left out: their folder is none");
    return { files: {}, texts: {} };
  }

  async #storeIn(folder: string, files: WorkFiles, log: WorkLog): Promise<LeftOutputs> {
    const names = await readdir(folder).catch(() => []);
    const stored: [string, FileValue][] = [];
    const texts: [string, string][] = [];
    let bytes = 0;
    for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
      const file = await openPlain(join(folder, name));
      if (file === null) {
        log.warn(`Output "${name}" was left out: it is not a plain file`);
        continue;
      }
      try {
        const stamp = await stampOf(file);
        if (this.#stored.get(name) === stamp) continue;
        const text = RESULT_NAME.test(name) ? await shortText(file) : null;
        stored.push([name, await files.write(name, text ?? bytesOf(file))]);
        this.#stored.set(name, stamp);
        bytes += text?.length ?? 0;
        if (text !== null && bytes <= MOST_TEXTS_BYTES) texts.push([name, text.replace(/\r?\n$/, "")]);
      } finally {
        await file.close();
      }
    }
    if (bytes > MOST_TEXTS_BYTES)
      log.warn(
        `Some outputs are files alone: those that are results may have ${MOST_TEXTS_BYTES} bytes together`,
      );
    return { files: Object.fromEntries(stored), texts: Object.fromEntries(texts) };
  }
}

/**
 * The result of a program, with the files that it has left as `files`, its input files that it has changed as `inputs`, and results that
 * it has left as files under their names. A result that is no object is its `value` then.
 */
export function withFiles(
  result: JsonValue,
  { files, texts }: LeftOutputs,
  inputs: Readonly<Record<string, FileValue>>,
  log: WorkLog,
): JsonValue {
  const left: JsonObject = {
    ...(Object.keys(files).length > 0 && { files }),
    ...(Object.keys(inputs).length > 0 && { inputs }),
  };
  if (Object.keys(left).length === 0) return result;
  if (result === null) return { ...texts, ...left };
  if (typeof result !== "object" || Array.isArray(result)) return { ...texts, value: result, ...left };
  for (const name of Object.keys(left))
    if (Object.hasOwn(result, name))
      log.warn(`"${name}" of the result was left out: the files that were stored have its place`);
  return { ...texts, ...(result as JsonObject), ...left };
}

/** The whole of a short text; `null` for a longer file, and for bytes that are no text. */
async function shortText(file: FileHandle): Promise<string | null> {
  const bytes = new Uint8Array(MOST_TEXT_BYTES + 1);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  if (bytesRead > MOST_TEXT_BYTES) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, bytesRead));
  } catch {
    return null;
  }
}

/**
 * Does something in a folder that programs may have replaced: what is reached through an open folder stays in it, whatever its path leads to.
 * @returns `null` where it is no folder
 */
export async function inFolder<Result>(
  path: string,
  use: (path: string) => Promise<Result>,
): Promise<Result | null> {
  const folder = await open(path, FOLDER).catch(() => null);
  if (folder === null) return null;
  try {
    return await use(IS_LINUX ? `/proc/self/fd/${folder.fd}` : path);
  } finally {
    await folder.close();
  }
}

/** `null` for a link, a pipe, a folder, and what cannot be opened. */
export async function openPlain(path: string): Promise<FileHandle | null> {
  const file = await open(path, PLAIN).catch(() => null);
  if (file === null || (await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

/** What changes whenever a file is written, or replaced by another. */
export async function stampOf(file: FileHandle): Promise<string> {
  const { ino, size, mtimeMs, ctimeMs } = await file.stat();
  return [ino, size, mtimeMs, ctimeMs].join("/");
}

/** Its content from the beginning. */
export async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; ;) {
    const piece = new Uint8Array(PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}
