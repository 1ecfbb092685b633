import type { FileSettings } from "../file/file-settings.ts";

/** The folder of the files of runs, which a SQLite file does not hold. */
export function pathOfFiles(path: string): string {
  return `${path}-files`;
}

/** How that folder is opened. */
export function filesBeside({ path, isSynced }: Pick<FileSettings, "path" | "isSynced">): {
  readonly path: string;
  readonly isSynced: boolean;
} {
  return { path: pathOfFiles(path), isSynced };
}
