import { unlessAborted, WorkErrorCode } from "@mojob/core/ports";
import type { Connection, ConnectionOptions } from "mysql2";
import { SqlFailure } from "../sql-failure.ts";
import { CANCEL_GRACE_MS, type Execution, type Order } from "./execution.ts";
import { loadPeer } from "./load-peer.ts";
import { MysqlReader } from "./mysql-reader.ts";

/** Errors by number (https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html, MariaDB's above 1900). */
const NUMBERS: ReadonlyMap<number, WorkErrorCode> = new Map([
  [1044, WorkErrorCode.DatabaseLogin],
  [1045, WorkErrorCode.DatabaseLogin],
  [1049, WorkErrorCode.DatabaseLogin],
  [1130, WorkErrorCode.DatabaseLogin],
  [1698, WorkErrorCode.DatabaseLogin],
  [1040, WorkErrorCode.DatabaseUnavailable],
  [1053, WorkErrorCode.DatabaseUnavailable],
  [1927, WorkErrorCode.DatabaseUnavailable],
  [1205, WorkErrorCode.SqlConflict],
  [1213, WorkErrorCode.SqlConflict],
  [1317, WorkErrorCode.SqlTimeout],
  [1969, WorkErrorCode.SqlTimeout],
  [3024, WorkErrorCode.SqlTimeout],
]);

/**
 * Executes a statement on MySQL or MariaDB, on a connection of its own: nothing of a session is left to others. It is prepared
 * by the server, which takes a single statement, with its values apart. Files of the worker's machine are not read.
 */
export async function* executeOnMysql({ connection, statement, values, signal }: Order): Execution {
  const driver = await loadPeer("mysql2", () => import("mysql2"));
  const settings: ConnectionOptions = {
    uri: connection.place.replace(/^mariadb:/, "mysql:"),
    dateStrings: true,
    supportBigNumbers: true,
    rowsAsArray: true,
    multipleStatements: false,
    flags: ["-LOCAL_FILES"],
    connectTimeout: connection.timeoutMs,
  };
  const link = driver.createConnection(settings);
  // A connection that breaks between two calls says so here too.
  link.on("error", () => {});
  const kill = (): void => killAt(driver.createConnection(settings), link.threadId);
  try {
    await unlessAborted(connected(link), signal);
    await unlessAborted(limitTime(link, connection.timeoutMs), signal);
    if (connection.readOnly) await unlessAborted(asked(link, "SET SESSION TRANSACTION READ ONLY"), signal);
    await unlessAborted(
      asked(link, connection.readOnly ? "START TRANSACTION READ ONLY" : "START TRANSACTION"),
      signal,
    );
    const changed = yield* rowsOf(new MysqlReader(link, statement, values), { signal, kill });
    await unlessAborted(asked(link, "COMMIT"), signal);
    return changed;
  } catch (error) {
    throw signal.aborted ? signal.reason : failureOf(error);
  } finally {
    // What is not committed is undone with it.
    link.destroy();
  }
}

interface Ending {
  readonly signal: AbortSignal;
  /** Has the server end the statement. */
  readonly kill: () => void;
}

async function* rowsOf(reader: MysqlReader, { signal, kill }: Ending): Execution {
  for (;;) {
    let isOver: boolean;
    try {
      isOver = await unlessAborted(reader.batch(), signal);
    } catch (error) {
      if (signal.aborted) {
        kill();
        await reader.endedWithin(CANCEL_GRACE_MS);
      }
      throw error;
    }
    const rows = reader.take();
    if (reader.columns.length > 0) yield { columns: reader.columns, rows };
    if (isOver) return reader.changed;
  }
}

function connected(link: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    link.connect((error) => (error === null ? resolve() : reject(error)));
  });
}

function asked(link: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    link.query(sql, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** MariaDB counts seconds, and MySQL has another name for milliseconds, which holds for what reads alone. */
async function limitTime(link: Connection, timeoutMs: number): Promise<void> {
  try {
    await asked(link, `SET SESSION max_statement_time = ${timeoutMs / 1000}`);
  } catch {
    await asked(link, `SET SESSION max_execution_time = ${timeoutMs}`);
  }
}

function killAt(link: Connection, thread: number): void {
  link.on("error", () => {});
  const timer = setTimeout(() => link.destroy(), CANCEL_GRACE_MS);
  link.query(`KILL QUERY ${thread}`, () => {
    clearTimeout(timer);
    link.destroy();
  });
}

function failureOf(error: unknown): unknown {
  if (error instanceof SqlFailure || !(error instanceof Error) || "retryable" in error) return error;
  const {
    errno,
    sqlState,
    code: name = error.name,
  } = error as {
    readonly errno?: unknown;
    readonly sqlState?: unknown;
    readonly code?: string;
  };
  const message = error.message || name;
  // The server's own errors have an SQLSTATE; the others are those of the connection.
  const isOfServer = typeof sqlState === "string" && sqlState !== "";
  return new SqlFailure(
    isOfServer ? codeOf(Number(errno), sqlState) : WorkErrorCode.DatabaseUnavailable,
    message,
    { cause: error },
  );
}

function codeOf(errno: number, sqlState: string): WorkErrorCode {
  const known = NUMBERS.get(errno);
  if (known !== undefined) return known;
  if (sqlState.startsWith("08")) return WorkErrorCode.DatabaseUnavailable;
  return sqlState.startsWith("23") ? WorkErrorCode.SqlConstraint : WorkErrorCode.SqlRefused;
}
