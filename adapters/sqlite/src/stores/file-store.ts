import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  assertFileName,
  type FileContent,
  type FileLimits,
  type FileToStore,
  type IMoFileStore,
  MoJobError,
  MoJobErrorCode,
  type StoredFile,
  systemClock,
  tooLarge,
  tooMany,
} from "@mojob/core/ports";
import { isMissing, toDiskError, writeBytes } from "../files/disk.ts";
import { readBytes } from "../files/read-bytes.ts";
import { hashOf, namesIn, RunFiles, toFile } from "../files/run-files.ts";
import { Turns } from "../files/turns.ts";
import type { StorePart } from "./store-part.ts";

export interface FileStoreOptions {
  /** The folder of all files. */
  readonly path: string;
  /** Whether a call waits until what it wrote is on the disk. */
  readonly isSynced: boolean;
}

/** Keeps files in a folder beside the SQLite file, which belongs to the process that holds that file. */
export class FileStoreSqlite implements IMoFileStore {
  readonly #part: StorePart;
  readonly #options: FileStoreOptions;
  /** By the folder of the run: two that store a file of one name, or one beyond the bound, must not pass each other. */
  readonly #turns = new Turns();

  constructor(part: StorePart, options: FileStoreOptions) {
    this.#part = part;
    this.#options = options;
  }

  put(to: FileToStore, content: AsyncIterable<Uint8Array>, limits: FileLimits): Promise<StoredFile> {
    return this.#attempt(async () => {
      const { tenant, instanceId, name } = to;
      assertFileName(name);
      const folder = this.#folderOf(tenant, instanceId);
      await assertRoom(folder, name, limits);
      await this.#turns.take(folder.path, () => folder.make(tenant, instanceId));
      const data = folder.newData(name);
      try {
        const read = { size: 0, hash: createHash("sha256") };
        const measured = measure(content, read, () => tooLarge(name, limits), limits.mostBytes);
        await writeBytes(join(folder.path, data), measured, this.#options.isSynced);
        const sha256 = read.hash.digest("hex");
        const file = { tenant, instanceId, name, size: read.size, sha256, storedAt: systemClock.now() };
        await this.#turns.take(folder.path, async () => {
          this.#part.assertOpen();
          await assertRoom(folder, name, limits);
          await folder.place(file, data);
        });
        return file;
      } catch (error) {
        // What is not removed here goes with the run.
        await folder.drop(data).catch(() => {});
        throw error;
      }
    });
  }

  get(tenant: string, instanceId: string, name: string): Promise<FileContent | null> {
    return this.#attempt(async () => {
      const folder = this.#folderOf(tenant, instanceId);
      const record = await folder.read(name);
      if (record === null) return null;
      const path = join(folder.path, record.data);
      const toError = (error: unknown): unknown =>
        isMissing(error) ? vanished(name) : toDiskError(error, path);
      return { file: toFile(record), open: () => readBytes(path, toError) };
    });
  }

  list(tenant: string, instanceId: string): Promise<readonly StoredFile[]> {
    return this.#attempt(async () => {
      const records = await this.#folderOf(tenant, instanceId).list();
      return records.map(toFile).sort((a, b) => (a.name < b.name ? -1 : 1));
    });
  }

  runs(tenant: string, after: string | null, limit: number): Promise<readonly string[]> {
    return this.#attempt(async () => {
      const path = join(this.#options.path, hashOf(tenant));
      const from = after === null ? "" : hashOf(after);
      const names = (await namesIn(path)).filter((name) => name > from).sort();
      const owners: string[] = [];
      for (const name of names) {
        if (owners.length === limit) break;
        const owner = await new RunFiles(join(path, name), this.#options.isSynced).owner();
        if (owner !== null) owners.push(owner);
      }
      return owners;
    });
  }

  remove(tenant: string, instanceIds: readonly string[]): Promise<void> {
    return this.#attempt(async () => {
      for (const id of instanceIds) {
        const folder = this.#folderOf(tenant, id);
        await this.#turns.take(folder.path, () => folder.remove());
      }
    });
  }

  #folderOf(tenant: string, instanceId: string): RunFiles {
    const { path, isSynced } = this.#options;
    return new RunFiles(join(path, hashOf(tenant), hashOf(instanceId)), isSynced);
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#part.assertOpen();
    try {
      return await work();
    } catch (error) {
      throw toDiskError(error, this.#options.path);
    }
  }
}

/** @throws MoJobError `file_refused` */
async function assertRoom(folder: RunFiles, name: string, limits: FileLimits): Promise<void> {
  const others = (await folder.list()).filter((record) => record.name !== name);
  if (others.length >= limits.mostFiles) throw tooMany(name, limits);
}

/** Passes on what it reads, and notes how much it is. */
async function* measure(
  content: AsyncIterable<Uint8Array>,
  read: { size: number; readonly hash: { update(piece: Uint8Array): unknown } },
  refusal: () => Error,
  mostBytes: number,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of content) {
    read.size += piece.length;
    if (read.size > mostBytes) throw refusal();
    read.hash.update(piece);
    yield piece;
  }
}

function vanished(name: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.FileNotFound,
    `Cannot read file ${JSON.stringify(name)}: it was removed or replaced meanwhile`,
  );
}
