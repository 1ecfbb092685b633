import { Worker } from "node:worker_threads";
import { copyFolder } from "./files/copy-folder.ts";
import { pathOfFiles } from "./files/files-beside.ts";
import { type Failure, toMoJobError } from "./link/failure.ts";

/**
 * Writes a copy of a store's file as it is at one moment, in a thread of its own, and of the folder of files beside it. The store may be open, here or in
 * another process, and goes on meanwhile. The copy is a file like any other: `openSqlite` opens it.
 *
 * @param target must not exist
 * @throws MoJobError `invalid_configuration` for a file that is not a store's; `store_unavailable` where the target
 * exists or cannot be written
 * @example
 * await backupSqlite(".mojob/mojob.db", `backup-${new Date().toISOString().slice(0, 10)}.db`);
 */
export async function backupSqlite(path: string, target: string): Promise<void> {
  await copyDatabase(path, target);
  // After the records, so that the files of all runs that these have are there.
  await copyFolder(pathOfFiles(path), pathOfFiles(target));
}

function copyDatabase(path: string, target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const program = `./link/backup-thread${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`;
    const worker = new Worker(new URL(program, import.meta.url), {
      workerData: { path, target },
      execArgv: [],
    });
    worker.once("error", reject);
    worker.once("message", (failure: Failure | null) => {
      if (failure === null) resolve();
      else reject(toMoJobError(failure));
    });
  });
}
