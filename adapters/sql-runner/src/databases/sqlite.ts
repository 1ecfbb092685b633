import { unlessAborted, WorkErrorCode } from "@mojob/core/ports";
import { SqlFailure } from "../sql-failure.ts";
import { SqliteLinks } from "../sqlite/sqlite-links.ts";
import type { SqliteLink } from "../sqlite/sqlite-link.ts";
import type { SqliteReply, SqliteRequest } from "../sqlite/sqlite-protocol.ts";
import { leadingWords } from "../statement/leading-words.ts";
import { BATCH_ROWS, type Execution, type Order } from "./execution.ts";

/** So much of one batch comes from the process at once. */
const MOST_BYTES = 4 * 1024 * 1024;
const LONGEST_BUSY_MS = 10_000;

/** SQLite's primary result codes (https://sqlite.org/rescode.html). */
const CODES: ReadonlyMap<unknown, WorkErrorCode> = new Map<unknown, WorkErrorCode>([
  ["missing", WorkErrorCode.DatabaseUnavailable],
  [5, WorkErrorCode.SqlConflict],
  [6, WorkErrorCode.SqlConflict],
  [10, WorkErrorCode.DatabaseUnavailable],
  [11, WorkErrorCode.DatabaseUnavailable],
  [13, WorkErrorCode.DatabaseUnavailable],
  [14, WorkErrorCode.DatabaseUnavailable],
  [19, WorkErrorCode.SqlConstraint],
  [26, WorkErrorCode.DatabaseUnavailable],
]);

/** Deno throws some errors without their code; the text is SQLite's own and the same everywhere. */
const TEXTS: readonly (readonly [RegExp, number])[] = [
  [/constraint failed/, 19],
  [/database is locked|table is locked/, 5],
  [/unable to open/, 14],
  [/file is not a database/, 26],
  [/malformed/, 11],
  [/disk I\/O error/, 10],
  [/database or disk is full/, 13],
];

/** Executes statements on files of SQLite, in processes beside the worker's: each can be ended, and none holds up the event loop. */
export function createSqlite(): (order: Order) => Execution {
  const links = new SqliteLinks();
  return async function* (order) {
    const { signal } = order;
    const writes = isReading(order.statement) ? null : order.connection.place;
    const link = await links.take(writes, signal);
    // A process with a statement that goes on, which nobody waits for any longer, is of no use.
    let isFree = false;
    try {
      let isFirst = true;
      let reply = await asked(link, beginning(order), signal);
      for (;;) {
        isFree = reply.kind === "failed" || reply.end !== null;
        if (reply.kind === "failed") throw failureOf(reply);
        const { columns, rows, end } = reply;
        if (columns.length > 0 && (rows.length > 0 || isFirst)) yield { columns, rows };
        isFirst = false;
        if (end !== null) return columns.length > 0 ? null : end.changed;
        reply = await asked(link, { kind: "next" }, signal);
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      await links.release(link, writes, isFree);
    }
  };
}

/** A statement that may write counts as one that does. */
function isReading(statement: string): boolean {
  return ["SELECT", "VALUES", "EXPLAIN"].includes(leadingWords(statement, 1)[0] ?? "");
}

function beginning({ connection, statement, values }: Order): SqliteRequest {
  return {
    kind: "execute",
    path: connection.place,
    readOnly: connection.readOnly,
    busyMs: Math.min(connection.timeoutMs, LONGEST_BUSY_MS),
    statement,
    values,
    batchRows: BATCH_ROWS,
    mostBytes: MOST_BYTES,
  };
}

/** A process that has ended by itself, as where the system has no memory left, has undone its statement. */
async function asked(link: SqliteLink, request: SqliteRequest, signal: AbortSignal): Promise<SqliteReply> {
  const ending = link.ask(request).catch((error: Error) => {
    throw new SqlFailure(WorkErrorCode.DatabaseUnavailable, error.message, { cause: error });
  });
  return unlessAborted(ending, signal);
}

function failureOf({ message, why }: Extract<SqliteReply, { kind: "failed" }>): SqlFailure {
  if (why === "rows") return new SqlFailure(WorkErrorCode.RowsLimit, message, { limit: MOST_BYTES });
  const found = why ?? TEXTS.find(([text]) => text.test(message))?.[1];
  return new SqlFailure(CODES.get(found) ?? WorkErrorCode.SqlRefused, message);
}
