import { type JobContext, type JobDefinition, NonRetryableError } from "@mojob/core";
import {
  type IMoWorkRunner,
  type JsonObject,
  type JsonValue,
  RESOURCE,
  resourceOf,
  ResourceTest,
  ResourceType,
  type WorkAttempt,
  WorkError,
  WorkErrorCode,
  unlessAborted,
} from "@mojob/core/ports";
import { checkedConnections } from "./connection-name.ts";
import { look, TIMEOUT_MS } from "./look.ts";
import { connectMysql } from "./databases/mysql.ts";
import { connectPostgres } from "./databases/postgres.ts";
import { type Database, DatabaseMistake, type Within } from "./databases/database.ts";

export interface DatabaseChecksOptions {
  /**
   * The databases that may be looked at, by the names that tasks use: the URL of a PostgreSQL, MySQL or MariaDB database, or a function
   * for any other one. Its user should be allowed to read and nothing else.
   */
  readonly connections: Readonly<Record<string, string | DatabaseConnection>>;
  /** How long a look may take. @default 30_000 */
  readonly timeoutMs?: number;
}

/**
 * Executes a query that reads, on a database of any kind; resolves to the rows it finds.
 * @throws Error where the database is unavailable
 */
export type DatabaseConnection = (
  sql: string,
  values: readonly JsonValue[],
  signal: AbortSignal,
) => Promise<readonly JsonObject[]>;

type Kind = (url: string, within: Within) => Promise<Database>;

const KINDS: Readonly<Record<string, Kind>> = {
  "postgres:": connectPostgres,
  "postgresql:": connectPostgres,
  "mysql:": connectMysql,
  "mariadb:": connectMysql,
};
/** Rows that are returned; one more is read, to know whether there are more. */
const MOST_ROWS = 100;
const MOST_CHARACTERS = 100_000;

/** Looks at databases that jobs of tasks need. */
class DatabaseChecks implements IMoWorkRunner<JobContext> {
  readonly kind: typeof RESOURCE = RESOURCE;
  readonly handlers: readonly string[] = [];
  readonly names: readonly string[] = [ResourceType.Database];
  readonly #connections: ReadonlyMap<string, string | DatabaseConnection>;
  readonly #timeoutMs: number;

  constructor({ connections, timeoutMs = TIMEOUT_MS }: DatabaseChecksOptions) {
    this.#connections = checkedConnections(connections, Object.keys(KINDS));
    this.#timeoutMs = timeoutMs;
  }

  canRun({ work }: JobDefinition): boolean {
    return resourceOf(work)?.type === ResourceType.Database;
  }

  run(attempt: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { test, query = "", values = [] } = resourceOf(attempt.definition.work) ?? {};
    const [connections, timeoutMs] = [this.#connections, this.#timeoutMs];
    const options = { connections, timeoutMs, code: WorkErrorCode.DatabaseUnavailable };
    return look(attempt, options, async ({ name, connection, path }, signal) => {
      const database = await open(connection, { signal, timeoutMs });
      try {
        if (test === ResourceTest.Query) return await rowsOf(database, query, values);
        if (test === ResourceTest.Exists) return await tableOf(database, path);
        await database.query("SELECT 1", []);
        return {};
      } catch (error) {
        if (!(error instanceof DatabaseMistake)) throw error;
        throw new NonRetryableError(`Cannot query "${name}": ${error.message}`, { cause: error });
      } finally {
        database.close();
      }
    });
  }
}

async function open(connection: string | DatabaseConnection, within: Within): Promise<Database> {
  if (typeof connection === "string") {
    const kind = KINDS[new URL(connection).protocol] as Kind;
    return kind(connection, within);
  }
  const { signal } = within;
  return {
    query: (sql, values) => unlessAborted(connection(sql, values, signal), signal),
    findTable: () =>
      Promise.reject(new DatabaseMistake("it is a function, which tells no tables: look with a query")),
    close: () => {},
  };
}

async function rowsOf(database: Database, query: string, values: readonly JsonValue[]): Promise<JsonValue> {
  // One statement, whose rows are counted by the database; its last line may be a comment.
  const sql = `SELECT * FROM (\n${query.trim().replace(/;$/, "")}\n) AS looked LIMIT ${MOST_ROWS + 1}`;
  const found = await database.query(sql, values);
  const rows = JSON.parse(JSON.stringify(found.slice(0, MOST_ROWS))) as JsonValue;
  if (JSON.stringify(rows).length > MOST_CHARACTERS)
    throw new DatabaseMistake(
      `its rows are more than ${MOST_CHARACTERS} characters: select fewer columns, or count`,
    );
  return { COUNT: Math.min(found.length, MOST_ROWS), MORE: found.length > MOST_ROWS, ROWS: rows };
}

async function tableOf(database: Database, path: string): Promise<JsonValue> {
  const [table = "", ...outer] = path.split(".").toReversed();
  if (table === "") throw new DatabaseMistake('the uri has to name a table, such as "orders/public.lines"');
  const type = await database.findTable(outer.toReversed().join(".") || null, table);
  if (type === null)
    throw new WorkError(WorkErrorCode.DatabaseUnavailable, { name: path, line: `no table "${path}"` });
  return { TYPE: type };
}

/**
 * A runner that looks at databases which jobs of tasks need: whether they take a connection, have a table, or have rows.
 * The statement that it executes only reads.
 * @throws MoJobError `invalid_configuration` for a connection whose name or URL cannot be used
 * @example
 * ```ts
 * import { databaseChecks } from "@mojob/connection-checks";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const checks = databaseChecks({ connections: { orders: "postgres://reader@db.internal/orders" } });
 * const { close } = await startEmbedded({ app: "shop", jobs: [], runners: [checks] });
 * await close();
 * ```
 */
export function databaseChecks(options: DatabaseChecksOptions): IMoWorkRunner<JobContext> {
  return new DatabaseChecks(options);
}
