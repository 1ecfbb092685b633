import {
  type JobContext,
  type JobDefinition,
  MoJobError,
  MoJobErrorCode,
  NonRetryableError,
} from "@mojob/core";
import {
  createWorkSlots,
  type IMoWorkRunner,
  type JsonValue,
  type RegisteredKind,
  registerWorkKind,
  type WorkAttempt,
  WorkError,
  WorkErrorCode,
  type WorkSlots,
} from "@mojob/core/ports";
import {
  type Dialect,
  resolveConnection,
  type ResolvedConnection,
  type SqlConnection,
} from "./connection.ts";
import type { Execute } from "./databases/execution.ts";
import { executeOnMysql } from "./databases/mysql.ts";
import { executeOnPostgres } from "./databases/postgres.ts";
import { createSqlite } from "./databases/sqlite.ts";
import { collectRows } from "./output/collect-rows.ts";
import type { Bounds } from "./output/row-bounds.ts";
import { writeRows } from "./output/write-rows.ts";
import { SqlFailure } from "./sql-failure.ts";
import { assertAllowed } from "./statement/assert-allowed.ts";
import { boundValues } from "./statement/bound-values.ts";
import { isSqlWork, SQL_KIND, type SqlWork } from "./work/sql-work.ts";
import { SQL_WORK } from "./work/work-rules.ts";

export interface SqlRunnerOptions {
  /** The databases that jobs may use, by the names that they state. */
  readonly connections: Readonly<Record<string, SqlConnection>>;
  /** How many statements are under way at once; other runs wait. @default 16 */
  readonly maxAtOnce?: number;
  /** How many rows a result may have. @default 10_000 */
  readonly maxRows?: number;
  /** How many bytes the rows of a result may have as JSON. @default 262_144 */
  readonly maxBytes?: number;
  /** How many rows a file may have. @default 10_000_000 */
  readonly maxFileRows?: number;
  /** How many bytes a file may have. @default 268_435_456, the most that a run's file may have */
  readonly maxFileBytes?: number;
}

/** How much of what a database says is shown. */
const LONGEST_LINE = 300;
const DEFAULTS = {
  maxAtOnce: 16,
  maxRows: 10_000,
  maxBytes: 262_144,
  maxFileRows: 10_000_000,
  maxFileBytes: 268_435_456,
} as const;
type Resolved = { readonly [name in keyof typeof DEFAULTS]: number };

type Executes = Readonly<Record<Dialect, Execute>>;

/** Executes statements on the databases of one tenant, or of all. */
class SqlRunner implements IMoWorkRunner<JobContext> {
  readonly kind: RegisteredKind = SQL_KIND;
  readonly handlers: readonly string[] = [];
  readonly names: readonly string[];
  readonly places: WorkSlots;
  readonly #connections: ReadonlyMap<string, ResolvedConnection>;
  readonly #options: Resolved;
  readonly #executes: Executes;

  constructor(
    connections: ReadonlyMap<string, ResolvedConnection>,
    options: Resolved,
    { executes, places }: { readonly executes: Executes; readonly places: WorkSlots },
  ) {
    this.names = [...connections.keys()];
    this.places = places;
    this.#connections = connections;
    this.#options = options;
    this.#executes = executes;
  }

  ofTenant(tenant: string): IMoWorkRunner<JobContext> | null {
    const own = [...this.#connections].filter(([, { tenants }]) => tenants?.includes(tenant) ?? true);
    if (own.length === 0) return null;
    return new SqlRunner(new Map(own), this.#options, { executes: this.#executes, places: this.places });
  }

  canRun({ work }: JobDefinition): boolean {
    return isSqlWork(work) && this.#connections.has(work.connection);
  }

  async run({ definition, context }: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { work, key, tenant } = definition;
    if (!isSqlWork(work)) throw new NonRetryableError(`Cannot run job "${key}": it is no statement`);
    const connection = this.#connections.get(work.connection);
    if (connection === undefined || connection.tenants?.includes(tenant) === false)
      throw new NonRetryableError(
        `Cannot run job "${key}": this worker has the connections ${this.names.join(", ")} alone`,
      );
    const values = boundValues(work, context.args);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(timedOut(connection)), connection.timeoutMs);
    try {
      assertAllowed(work.statement, connection);
      const signal = AbortSignal.any([context.signal, late.signal]);
      const execute = this.#executes[connection.dialect];
      const execution = execute({ connection, statement: work.statement, values, signal });
      const bounds = boundsOf(work, this.#options);
      const result =
        work.output === undefined
          ? await collectRows(execution, bounds)
          : await writeRows(execution, work.output, bounds, context.files);
      context.log.info(doneLine(connection, result));
      return result;
    } catch (error) {
      throw shown(error, connection);
    } finally {
      clearTimeout(timer);
    }
  }
}

function boundsOf({ output, maxRows }: SqlWork, options: Resolved): Bounds {
  const bounds =
    output === undefined
      ? { maxRows: options.maxRows, maxBytes: options.maxBytes }
      : { maxRows: options.maxFileRows, maxBytes: options.maxFileBytes };
  return { ...bounds, maxRows: Math.min(bounds.maxRows, maxRows ?? bounds.maxRows) };
}

function timedOut({ timeoutMs }: ResolvedConnection): SqlFailure {
  return new SqlFailure(WorkErrorCode.SqlTimeout, `it took longer than ${timeoutMs} ms`, {
    limit: timeoutMs,
  });
}

/** How a failure is said to people: which connection, and in the database's words what was wrong, without its password. */
function shown(error: unknown, { name, mask }: ResolvedConnection): unknown {
  if (!(error instanceof SqlFailure)) return error;
  const [line = ""] = mask.text(error.message).trim().split("\n", 1);
  const { code, limit } = error;
  return new WorkError(code, { name, line: line.slice(0, LONGEST_LINE), ...(limit !== null && { limit }) });
}

function doneLine({ name }: ResolvedConnection, result: JsonValue): string {
  const { count, changed } = result as { readonly count?: number; readonly changed?: number | null };
  if (count !== undefined) return `${name}: ${count} rows`;
  return changed === null || changed === undefined ? `${name}: done` : `${name}: ${changed} rows changed`;
}

/** @throws MoJobError `invalid_configuration` */
function resolveOptions(given: Partial<Resolved>): Resolved {
  const options = { ...DEFAULTS, ...given };
  for (const name of Object.keys(DEFAULTS) as readonly (keyof Resolved)[]) {
    if (Number.isSafeInteger(options[name]) && options[name] > 0) continue;
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      `Cannot run statements: ${name} has to be a whole number above 0`,
    );
  }
  return options;
}

/**
 * A runner for jobs whose work is one statement on a database that the worker's operator names. Its values are bound, and
 * statement, rows and time are bounded.
 * @throws MoJobError `invalid_configuration` for a connection or a bound that cannot be used
 * @example
 * ```ts
 * import { startEmbedded } from "@mojob/runtime-local";
 * import { sqlRunner } from "@mojob/sql-runner";
 *
 * const runner = sqlRunner({ connections: { orders: { url: "postgres://reader@db.internal/orders", readOnly: true } } });
 * const { scheduler, close } = await startEmbedded({ app: "shop", jobs: [], runners: [runner] });
 * await scheduler.jobs.create({
 *   key: "shop.open-orders",
 *   app: "shop",
 *   kind: "triggered",
 *   work: {
 *     kind: "sql",
 *     connection: "orders",
 *     statement: "SELECT id, total FROM orders WHERE day = $1",
 *     values: [{ arg: "/day" }],
 *   },
 * });
 * await close();
 * ```
 */
export function sqlRunner({ connections, ...given }: SqlRunnerOptions): IMoWorkRunner<JobContext> {
  registerWorkKind(SQL_WORK);
  const options = resolveOptions(given);
  const resolved = Object.entries(connections).map(
    ([name, connection]) => [name, resolveConnection(name, connection)] as const,
  );
  return new SqlRunner(new Map(resolved), options, {
    executes: { postgres: executeOnPostgres, mysql: executeOnMysql, sqlite: createSqlite() },
    places: createWorkSlots(options.maxAtOnce),
  });
}
