import { type JsonObject, type JsonValue, unlessAborted } from "@mojob/core/ports";
import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";
import { type Database, judged, tableType, type Within } from "./database.ts";

const FIND_TABLE = `SELECT table_type AS type FROM information_schema.tables
  WHERE table_schema = coalesce(?, database()) AND table_name = ?`;

/** Opens a connection whose transactions read alone. @throws Error where the database is unavailable */
export async function connectMysql(url: string, { signal, timeoutMs }: Within): Promise<Database> {
  const opening = createConnection({
    uri: url.replace(/^mariadb:/, "mysql:"),
    dateStrings: true,
    decimalNumbers: true,
    supportBigNumbers: true,
    multipleStatements: false,
  });
  const close = (): void =>
    void opening.then(
      (connection) => connection.destroy(),
      () => {},
    );
  const query = async (sql: string, values: readonly JsonValue[]): Promise<readonly JsonObject[]> => {
    const connection = await opening;
    try {
      const [rows] = await unlessAborted(connection.execute<RowDataPacket[]>(sql, values.map(plain)), signal);
      return rows;
    } catch (error) {
      throw judged(error, (error as { sqlState?: unknown }).sqlState);
    }
  };
  try {
    const connection = await unlessAborted(opening, signal);
    await unlessAborted(connection.query("START TRANSACTION READ ONLY"), signal);
    await unlessAborted(limitStatements(connection, timeoutMs), signal);
  } catch (error) {
    close();
    throw error;
  }
  return {
    query,
    findTable: async (schema, table) => tableType(await query(FIND_TABLE, [schema, table])),
    close,
  };
}

/** MariaDB counts seconds, and MySQL has another name for milliseconds. */
async function limitStatements(connection: Connection, timeoutMs: number): Promise<void> {
  try {
    await connection.query("SET SESSION max_statement_time = ?", [timeoutMs / 1000]);
  } catch {
    await connection.query("SET SESSION max_execution_time = ?", [timeoutMs]);
  }
}

/** Lists and objects are compared as the text of their JSON. */
function plain(value: JsonValue): string | number | boolean | null {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
