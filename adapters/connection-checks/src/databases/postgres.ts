import { Socket } from "node:net";
import { type JsonObject, unlessAborted } from "@mojob/core/ports";
import pg from "pg";
import { type Database, judged, tableType, type Within } from "./database.ts";

/** Types by PostgreSQL's numbers of them. */
const NUMBERS: ReadonlySet<number> = new Set([
  20, // int8
  21, // int2
  23, // int4
  700, // float4
  701, // float8
  1700, // numeric
]);
const BOOLEAN = 16;
const JSONS: ReadonlySet<number> = new Set([114, 3802]);
const INSTANT = 1184;

/** Its types do not know the mode: in it a query is a single statement, with values or without. */
interface SingleStatement extends pg.QueryConfig {
  readonly queryMode: "extended";
}

const FIND_TABLE = `SELECT table_type AS type FROM information_schema.tables
  WHERE table_name = $2 AND table_schema = coalesce($1, table_schema) AND ($1 IS NOT NULL OR table_schema = ANY (current_schemas(true)))`;

/** Opens a connection whose transactions read alone. @throws Error where the database is unavailable */
export async function connectPostgres(url: string, { signal, timeoutMs }: Within): Promise<Database> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: "MoJobScheduler",
    statement_timeout: timeoutMs,
    stream: () => socket,
    types: { getTypeParser: (type: number) => (text: string) => parsed(type, text) },
  });
  // A connection that breaks between two calls says so here too.
  client.on("error", () => {});
  const query = async (sql: string, values: readonly unknown[]): Promise<readonly JsonObject[]> => {
    const single: SingleStatement = { text: sql, values: [...values], queryMode: "extended" };
    try {
      const { rows } = await unlessAborted(client.query<JsonObject>(single), signal);
      return rows;
    } catch (error) {
      throw judged(error, (error as { code?: unknown }).code);
    }
  };
  try {
    await unlessAborted(client.connect(), signal);
    await unlessAborted(client.query("BEGIN READ ONLY"), signal);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return {
    query,
    findTable: async (schema, table) => tableType(await query(FIND_TABLE, [schema, table])),
    // The transaction ends with it.
    close: () => void socket.destroy(),
  };
}

/** Numbers where they are exact, instants in UTC, and else the text that PostgreSQL shows. */
function parsed(type: number, text: string): unknown {
  if (NUMBERS.has(type)) return String(Number(text)) === text ? Number(text) : text;
  if (type === BOOLEAN) return text === "t";
  if (JSONS.has(type)) return JSON.parse(text);
  if (type === INSTANT) {
    const at = new Date(text.replace(/([+-]\d\d)$/, "$1:00"));
    return Number.isNaN(at.getTime()) ? text : at.toISOString();
  }
  return text;
}
