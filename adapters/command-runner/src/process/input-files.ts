import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open } from "node:fs/promises";
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
import { bytesOf, inFolder, openPlain, stampOf } from "./run-files.ts";

const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;

interface PlacedFile {
  readonly name: string;
  /** As it was placed. */
  readonly stamp: string;
}

/** The stored files among the arguments of an attempt, in a folder in which its programs find them. */
export class InputFiles {
  readonly #folder: string;
  readonly #placed = new Map<string, PlacedFile>();
  #isMade = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Puts the files into the folder, once for all phases: what one changes, the next one finds changed.
   * @returns the arguments with a file's path in the place of each
   * @throws MoJobError `file_not_found`
   */
  async place(args: JsonValue, files: WorkFiles): Promise<JsonValue> {
    const found = filesIn(args);
    if (found.length === 0) return args;
    if (!this.#isMade) await this.#make(found, files);
    return withPaths(args, (file) => join(this.#folder, this.#placed.get(keyOf(file))?.name ?? file.name));
  }

  /**
   * Stores the files that are parameters and whose content has changed, by the names of these.
   * @param taken names that files of the run have already
   */
  async changed(
    args: JsonValue,
    taken: Iterable<string>,
    files: WorkFiles,
    log: WorkLog,
  ): Promise<Readonly<Record<string, FileValue>>> {
    if (!this.#isMade || typeof args !== "object" || args === null || Array.isArray(args)) return {};
    const names = new Set(taken);
    const stored = new Map<string, FileValue | null>();
    for (const value of Object.values(args))
      if (isFileValue(value) && !stored.has(keyOf(value)))
        stored.set(keyOf(value), await this.#storeChanged(value, names, files, log));
    const params = Object.entries(args).flatMap(([name, value]) => {
      const file = isFileValue(value) ? stored.get(keyOf(value)) : null;
      return file === null || file === undefined ? [] : [[name, file] as const];
    });
    return Object.fromEntries(params);
  }

  async #make(found: readonly FileValue[], files: WorkFiles): Promise<void> {
    await mkdir(this.#folder, { mode: OWN_FOLDER });
    const taken = new Set<string>();
    for (const file of found) {
      // Files of several runs may have one name.
      const name = freeName(file.name, taken);
      this.#placed.set(keyOf(file), {
        name,
        stamp: await writePlain(join(this.#folder, name), await files.read(file)),
      });
    }
    this.#isMade = true;
  }

  async #storeChanged(
    value: FileValue,
    taken: Set<string>,
    files: WorkFiles,
    log: WorkLog,
  ): Promise<FileValue | null> {
    const placed = this.#placed.get(keyOf(value));
    if (placed === undefined) return null;
    const file = await inFolder(this.#folder, (folder) => openPlain(join(folder, placed.name)));
    if (file === null) {
      log.warn(`Input "${placed.name}" is as it was: what the program has put in its place is no plain file`);
      return null;
    }
    try {
      if ((await stampOf(file)) === placed.stamp) return null;
      const hash = createHash("sha256");
      for await (const piece of bytesOf(file)) hash.update(piece);
      if (hash.digest("hex") === value.sha256) return null;
      return await files.write(freeName(value.name, taken), bytesOf(file));
    } finally {
      await file.close();
    }
  }
}

/** The name, or one with a number before it; it is taken from then on. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${number}-${wanted}`;
  taken.add(name);
  return name;
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

/** @returns the stamp of what it has written */
async function writePlain(path: string, content: ReadableStream<Uint8Array>): Promise<string> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, OWN_FILE);
  try {
    for await (const piece of content) await file.writeFile(piece);
    return await stampOf(file);
  } finally {
    await file.close();
  }
}
