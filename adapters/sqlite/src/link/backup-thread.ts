import { parentPort, workerData } from "node:worker_threads";
import { copyFile } from "../file/backup.ts";
import { type Failure, toFailure } from "./failure.ts";

// Copies a file without holding up the thread that asked for it. Started by backup-sqlite.ts.

const { path, target } = workerData as { readonly path: string; readonly target: string };
let failure: Failure | null = null;
try {
  copyFile(path, target);
} catch (error) {
  failure = toFailure(error, path);
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A port of a thread has no origin.
parentPort?.postMessage(failure);
