import { createHash } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { StoredFile } from "@mojob/core/ports";
import { isMissing, readJson, syncFolder, writeWhole } from "./disk.ts";

/** The record beside a file's bytes. */
export interface FileRecord extends Omit<StoredFile, "storedAt"> {
  readonly storedAt: string;
  /** The file with the bytes: a new one each time the file is stored. */
  readonly data: string;
}

const OWN_FOLDER = 0o700;
const RECORD = ".json";
/** Whose folder it is, which its name does not say. */
const OWNER = "run";

/** The folder of a run's files: for each of them one with its bytes, and one that says what it is. */
export class RunFiles {
  readonly path: string;
  readonly #isSynced: boolean;

  constructor(path: string, isSynced: boolean) {
    this.path = path;
    this.#isSynced = isSynced;
  }

  async make(tenant: string, instanceId: string): Promise<void> {
    const made = await mkdir(this.path, { recursive: true, mode: OWN_FOLDER });
    if (made === undefined) return;
    await writeWhole(join(this.path, OWNER), JSON.stringify({ tenant, instanceId }), this.#isSynced);
    if (this.#isSynced) await syncFolder(dirname(this.path));
  }

  /** Where bytes of a file can be written. */
  newData(name: string): string {
    return `${hashOf(name)}.${crypto.randomUUID()}.data`;
  }

  /** Bytes that are written become the file, in the place of one with its name. */
  async place(file: StoredFile, data: string): Promise<void> {
    const before = await this.read(file.name);
    const record: FileRecord = { ...file, storedAt: file.storedAt.toISOString(), data };
    await writeWhole(
      join(this.path, `${hashOf(file.name)}${RECORD}`),
      JSON.stringify(record),
      this.#isSynced,
    );
    if (this.#isSynced) await syncFolder(this.path);
    if (before !== null) await this.drop(before.data);
  }

  drop(data: string): Promise<void> {
    return rm(join(this.path, data), { force: true });
  }

  read(name: string): Promise<FileRecord | null> {
    return readJson<FileRecord>(join(this.path, `${hashOf(name)}${RECORD}`));
  }

  /** The records of all files of the run. */
  async list(): Promise<readonly FileRecord[]> {
    const names = (await namesIn(this.path)).filter((name) => name.endsWith(RECORD));
    const records = await Promise.all(names.map((name) => readJson<FileRecord>(join(this.path, name))));
    return records.filter((record) => record !== null);
  }

  /** `null` where the folder was made and no more. */
  async owner(): Promise<string | null> {
    const owner = await readJson<{ readonly instanceId: string }>(join(this.path, OWNER));
    return owner?.instanceId ?? null;
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}

export function toFile({ tenant, instanceId, name, size, sha256, storedAt }: FileRecord): StoredFile {
  return { tenant, instanceId, name, size, sha256, storedAt: new Date(storedAt) };
}

/** Fits as a name into every file system, whatever characters an id has. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 40);
}

/** The names in a folder, none where there is no folder. */
export async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
