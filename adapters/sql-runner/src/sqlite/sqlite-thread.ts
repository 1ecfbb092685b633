import { parentPort } from "node:worker_threads";
import type { SqliteReply, SqliteRequest } from "./sqlite-protocol.ts";
import { failureOf, SqliteStatement } from "./sqlite-statement.ts";

// Executes statements one after the other for the thread that relays them. sqlite-process.ts starts it.

let open: SqliteStatement | null = null;

function close(): void {
  const statement = open;
  open = null;
  statement?.close();
}

function reply(request: SqliteRequest): SqliteReply {
  try {
    if (request.kind === "execute") open = new SqliteStatement(request);
    if (open === null) throw new Error("No statement is under way");
    const rows = open.batch();
    if (rows.kind === "rows" && rows.end !== null) close();
    return rows;
  } catch (error) {
    const failed = failureOf(error);
    try {
      close();
    } catch {
      // The first error is the one that is reported.
    }
    return failed;
  }
}

parentPort?.on("message", (line: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A port of a thread has no origin.
  parentPort?.postMessage(JSON.stringify(reply(JSON.parse(line) as SqliteRequest)));
});
