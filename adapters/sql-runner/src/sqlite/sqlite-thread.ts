import { parentPort } from "node:worker_threads";
import { SqliteFile } from "./sqlite-file.ts";
import type { SqliteOrder, SqliteReply, SqliteRequest } from "./sqlite-protocol.ts";
import { failureOf, SqliteStatement } from "./sqlite-statement.ts";

// Executes statements one after the other for the thread that relays them. sqlite-process.ts starts it.

let file: SqliteFile | null = null;
let order: SqliteOrder | null = null;
let statement: SqliteStatement | null = null;

function reply(request: SqliteRequest): SqliteReply {
  try {
    if (request.kind === "execute") {
      order = request;
      file = SqliteFile.open(request, file);
      statement = new SqliteStatement(file.database, request);
    }
    if (statement === null) throw new Error("No statement is under way");
    const rows = statement.batch();
    if (rows.kind === "rows" && rows.end !== null) end();
    return rows;
  } catch (error) {
    close();
    return failureOf(error);
  }
}

function end(): void {
  statement = null;
  if (file === null || order === null || !file.canBeKept(order)) close();
}

/** What a statement has changed and nobody has kept is undone with its connection. */
function close(): void {
  const open = file;
  file = null;
  statement = null;
  try {
    open?.database.close();
  } catch {
    // The first error is the one that is reported.
  }
}

parentPort?.on("message", (line: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A port of a thread has no origin.
  parentPort?.postMessage(JSON.stringify(reply(JSON.parse(line) as SqliteRequest)));
});
