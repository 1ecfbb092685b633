import type { FileSettings } from "../file/file-settings.ts";

/** Where the files of runs are, which a SQLite file does not hold. */
export function filesBeside({ path, isSynced }: Pick<FileSettings, "path" | "isSynced">): {
  readonly path: string;
  readonly isSynced: boolean;
} {
  return { path: `${path}-files`, isSynced };
}
