import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { beginLogAgain, copyLog } from "../file/checkpoint.ts";
import { Sql } from "../file/sql.ts";
import type { CheckpointRequest } from "./checkpoints.ts";

// Takes the log into the file, on a connection of its own: the syncs of the disk which that takes do not stop the event loop.
// checkpoints.ts starts it.

const { path } = workerData as { readonly path: string };
const sql = new Sql(new DatabaseSync(path));

function work(request: CheckpointRequest): boolean {
  switch (request.kind) {
    case "copy":
      copyLog(sql);
      return true;
    case "beginAgain":
      return beginLogAgain(sql, request.patienceMs);
    case "close":
      sql.close();
      return true;
  }
}

/** A full disk is no reason to end: it is asked again later. */
function attempt(request: CheckpointRequest): boolean {
  try {
    return work(request);
  } catch {
    return false;
  }
}

parentPort?.on("message", (request: CheckpointRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A port of a thread has no origin.
  parentPort?.postMessage(attempt(request));
  if (request.kind !== "close") return;
  // A thread whose port is closed ends; Deno's has no such method, and is ended from outside.
  const port: { close?(): void } | null = parentPort;
  port?.close?.();
});
