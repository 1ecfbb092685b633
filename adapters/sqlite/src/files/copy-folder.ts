import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "./disk.ts";
import { type FileRecord, namesIn, RunFiles, toFile } from "./run-files.ts";

/** A file is replaced while it is copied no more often than this. */
const MOST_TRIES = 10;

/** Copies a folder of files, also while its owner writes to it; what is removed meanwhile is left out. */
export async function copyFolder(path: string, target: string): Promise<void> {
  for (const tenant of await namesIn(path))
    for (const run of await namesIn(join(path, tenant))) {
      const source = new RunFiles(join(path, tenant, run), true);
      const copy = new RunFiles(join(target, tenant, run), true);
      for (const record of await source.list()) await copyRecord(source, copy, record);
    }
}

async function copyRecord(source: RunFiles, copy: RunFiles, first: FileRecord): Promise<void> {
  await copy.make(first.tenant, first.instanceId);
  let record: FileRecord | null = first;
  for (let tries = 0; record !== null && tries < MOST_TRIES; tries += 1) {
    const { data } = record;
    try {
      await copyFile(join(source.path, data), join(copy.path, data));
      return await copy.place(toFile(record), data);
    } catch (error) {
      if (!isMissing(error)) throw error;
      record = await source.read(first.name);
    }
  }
}
