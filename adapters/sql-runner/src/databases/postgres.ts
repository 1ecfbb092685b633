import { Socket, connect as connectSocket } from "node:net";
import { unlessAborted, WorkErrorCode } from "@mojob/core/ports";
import type pg from "pg";
import { SqlFailure } from "../sql-failure.ts";
import { CANCEL_GRACE_MS, type Execution, MOST_BATCH_BYTES, type Order, type RowBatch } from "./execution.ts";
import { loadPeer } from "./load-peer.ts";
import { postgresValue } from "./postgres-value.ts";
import { Portal } from "./portal.ts";

/** SQLSTATE classes and codes (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const CODES: readonly (readonly [RegExp, WorkErrorCode])[] = [
  [/^(28|3D)/, WorkErrorCode.DatabaseLogin],
  [/^23/, WorkErrorCode.SqlConstraint],
  [/^57014/, WorkErrorCode.SqlTimeout],
  [/^(40001|40P01|55P03)/, WorkErrorCode.SqlConflict],
  [/^(08|53|57|58|XX)/, WorkErrorCode.DatabaseUnavailable],
];

/** The server notices a worker that died, and ends its statement; servers before version 14 do so at the time limit. */
const LOOK_FOR_CLIENT = `SELECT set_config('client_connection_check_interval', '1s', false)
  WHERE current_setting('server_version_num')::int >= 140000`;

/**
 * Executes a statement on PostgreSQL, on a connection of its own: nothing of a session is left to others. By the extended
 * protocol, in which a text is one statement and values stand apart from it.
 */
export async function* executeOnPostgres({ connection, statement, values, signal }: Order): Execution {
  const { default: driver } = await loadPeer("pg", () => import("pg"));
  const socket = new Socket();
  const client = new driver.Client({
    connectionString: connection.place,
    application_name: "MoJobScheduler",
    statement_timeout: connection.timeoutMs,
    idle_in_transaction_session_timeout: connection.timeoutMs,
    stream: () => socket,
  });
  // A connection that breaks between two calls says so here too.
  client.on("error", () => {});
  try {
    await unlessAborted(client.connect(), signal);
    await unlessAborted(client.query(LOOK_FOR_CLIENT), signal);
    if (connection.readOnly) await unlessAborted(client.query("BEGIN READ ONLY"), signal);
    const portal = new Portal(statement, values);
    client.query(portal);
    return yield* rowsOf(portal, { client, socket, signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : failureOf(error);
  } finally {
    // A transaction that is open ends with it, and so does a statement that waits for its rows to be taken.
    socket.destroy();
  }
}

interface Opened {
  readonly client: pg.Client;
  readonly socket: Socket;
  readonly signal: AbortSignal;
}

async function* rowsOf(portal: Portal, opened: Opened): Execution {
  const { socket } = opened;
  for (;;) {
    const before = socket.bytesRead;
    const watch = (): void => {
      if (socket.bytesRead - before > MOST_BATCH_BYTES) portal.stop(tooLarge());
    };
    socket.on("data", watch);
    try {
      const isOver = await unlessCancelled(portal.batch(), opened);
      const { columns, rows } = portal.take();
      const read = rows.map((row) =>
        row.map((text, index) => postgresValue(columns[index]?.type ?? 0, text)),
      );
      const batch: RowBatch = { columns: columns.map(({ name }) => name), rows: read };
      if (columns.length > 0) yield batch;
      if (isOver) {
        await unlessCancelled(portal.finish(), opened);
        return portal.changed;
      }
    } finally {
      socket.off("data", watch);
    }
    portal.next();
  }
}

/** Waits for rows; once the signal aborts, the server is asked to end the statement, and given a moment to do so. */
async function unlessCancelled<Value>(batch: Promise<Value>, { client, signal }: Opened): Promise<Value> {
  try {
    return await unlessAborted(batch, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    cancelAtServer(client);
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, CANCEL_GRACE_MS);
    await Promise.race([
      batch.then(
        () => {},
        () => {},
      ),
      timeout.promise,
    ]);
    clearTimeout(timer);
    throw error;
  }
}

/** Sends the request that PostgreSQL takes without a login, on a connection of its own (protocol §55.2.8). */
function cancelAtServer(client: pg.Client): void {
  const { processID, secretKey } = client as unknown as {
    processID: number | null;
    secretKey: number | null;
  };
  if (processID === null || secretKey === null) return;
  const request = new DataView(new ArrayBuffer(16));
  for (const [index, number] of [16, 80_877_102, processID, secretKey].entries())
    request.setInt32(4 * index, number);
  const { host, port } = client;
  const socket = host.startsWith("/")
    ? connectSocket({ path: `${host}/.s.PGSQL.${port}` })
    : connectSocket({ host, port });
  socket.on("error", () => {});
  socket.setTimeout(CANCEL_GRACE_MS, () => void socket.destroy());
  socket.on("connect", () => void socket.end(new Uint8Array(request.buffer)));
}

function failureOf(error: unknown): unknown {
  if (error instanceof SqlFailure || !(error instanceof Error) || "retryable" in error) return error;
  const { code: state = error.name } = error as { readonly code?: string };
  const message = error.message || state;
  // The server's own errors have a severity; the others are those of the connection.
  if (!("severity" in error))
    return new SqlFailure(WorkErrorCode.DatabaseUnavailable, message, { cause: error });
  const [, code = WorkErrorCode.SqlRefused] = CODES.find(([pattern]) => pattern.test(state)) ?? [];
  return new SqlFailure(code, message, { cause: error });
}

function tooLarge(): SqlFailure {
  return new SqlFailure(WorkErrorCode.RowsLimit, "its rows are too large", { limit: MOST_BATCH_BYTES });
}
