import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import {
  type ConnectedServer,
  startMariadbDatabase,
  startPostgresDatabase,
} from "@mojob/test-services/connections";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, type RuntimeUnderTest, spawnProgram } from "@mojob/test-services/spawned-program";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/statements-program.ts", import.meta.url));
const TIMEOUT_MS = 90_000;
const PASSWORD = "pass-word/of?the@user";

interface End {
  readonly name: string;
  readonly state?: string;
  readonly result?: Readonly<Record<string, unknown>> | null;
  readonly code?: string;
  readonly message?: string;
  readonly lines?: readonly string[];
  readonly tookMs?: number;
  readonly text?: string;
}

interface Job {
  readonly work: {
    readonly connection: string;
    readonly statement: string;
    readonly [member: string]: unknown;
  };
  readonly args?: unknown;
  readonly options?: object;
  readonly cancelAfterMs?: number;
}

/** The same noun in the words of each database. */
interface Database {
  readonly name: "sqlite" | "postgres" | "mariadb";
  readonly place: (number: number) => string;
  /** Goes on for as long as nobody ends it. */
  readonly endless: string;
  /** Numbers from 1 to this. */
  readonly numbers: (last: number) => string;
  readonly two: string;
}

const counting = (last: string): string =>
  `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers${last})`;
const DATABASES: readonly Database[] = [
  {
    name: "sqlite",
    place: () => "?",
    endless: `${counting("")} SELECT count(*) FROM numbers`,
    numbers: (last) => `${counting(` WHERE n < ${last}`)} SELECT n FROM numbers`,
    two: "SELECT 1; DROP TABLE entries",
  },
  {
    name: "postgres",
    place: (number) => `$${number}`,
    endless: "SELECT pg_sleep(600)",
    numbers: (last) => `SELECT n FROM generate_series(1, ${last}) AS n`,
    two: "SELECT 1; DROP TABLE entries",
  },
  {
    name: "mariadb",
    place: () => "?",
    endless: "SELECT sleep(600)",
    numbers: (last) => `SELECT seq AS n FROM seq_1_to_${last}`,
    two: "SELECT 1; DROP TABLE entries",
  },
];

const TABLE =
  "CREATE TABLE entries (id int PRIMARY KEY, day date NOT NULL, amount decimal(12, 2) NOT NULL, memo text)";

let folder: string;
let servers: Readonly<Record<"postgres" | "mariadb", ConnectedServer>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mojob-sql-"));
  const [postgres, mariadb] = await Promise.all([startPostgresDatabase(), startMariadbDatabase()]);
  servers = { postgres, mariadb };
  const admin = await createConnection(mariadb.url.replace("mariadb:", "mysql:"));
  await admin.query("CREATE DATABASE ledger");
  await admin.end();
}, TIMEOUT_MS);

afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server[Symbol.asyncDispose]()));
  rmSync(folder, { recursive: true });
});

const sqlitePath = (): string => join(folder, "ledger.db");

/** Executes on all databases, beside the runner. */
async function onAll(sql: string): Promise<void> {
  const file = new DatabaseSync(sqlitePath());
  file.exec(sql);
  file.close();
  await onPostgres(sql);
  await onMariadb(sql);
}

async function onPostgres(sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(servers.postgres.url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function onMariadb(sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = await createConnection(`${servers.mariadb.url.replace("mariadb:", "mysql:")}/ledger`);
  try {
    return (await client.query(sql))[0] as unknown as readonly Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** How many statements of `endless` go on at the servers. */
async function endlessAtServers(): Promise<number> {
  const postgres = await onPostgres(
    "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(%' AND pid <> pg_backend_pid()",
  );
  const mariadb = await onMariadb(
    "SELECT 1 FROM information_schema.processlist WHERE info LIKE '%sleep(600)%' AND id <> connection_id()",
  );
  return postgres.length + mariadb.length;
}

function connections(more: object = {}): Readonly<Record<string, object>> {
  const urls = {
    sqlite: `sqlite:${sqlitePath()}`,
    postgres: servers.postgres.url.replace("@", `:${encodeURIComponent(PASSWORD)}@`),
    mariadb: `${servers.mariadb.url}/ledger`,
  };
  return Object.fromEntries(
    Object.entries(urls).flatMap(([name, url]) => [
      [name, { url, timeoutMs: 30_000, ...more }],
      [`${name}-reads`, { url, timeoutMs: 30_000, readOnly: true, ...more }],
    ]),
  );
}

async function endsOf(
  jobs: Readonly<Record<string, Job>>,
  {
    runtime = NODE,
    options = { connections: connections() },
  }: { runtime?: RuntimeUnderTest; options?: object } = {},
): Promise<Readonly<Record<string, End>>> {
  await using program = spawnProgram(runtime, PROGRAM, {
    args: [JSON.stringify(options), JSON.stringify(jobs)],
  });
  await program.line(/"closed"/);
  const ends = program
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as End);
  return Object.fromEntries(ends.map((end) => [end.name, end]));
}

/** The jobs for each database, by `<job>.<database>`. */
function forEach(
  jobsOf: (database: Database) => Readonly<Record<string, Job>>,
): Readonly<Record<string, Job>> {
  return Object.fromEntries(
    DATABASES.flatMap((database) =>
      Object.entries(jobsOf(database)).map(([name, job]) => [`${name}.${database.name}`, job]),
    ),
  );
}

function expectEach(ends: Readonly<Record<string, End>>, name: string, wanted: object): void {
  for (const database of DATABASES)
    expect([database.name, ends[`${name}.${database.name}`]]).toMatchObject([database.name, wanted]);
}

const failed = (code: string, message: unknown = expect.any(String)): object => ({
  state: "Terminated",
  attempt: 1,
  result: null,
  code,
  message,
});

describe.each([NODE, BUN, DENO])("statements on $name", (runtime) => {
  it("read and write with bound values, into results and files", { timeout: TIMEOUT_MS }, async () => {
    await onAll("DROP TABLE IF EXISTS entries");
    await onAll(TABLE);
    const ends = await endsOf(
      forEach(({ name, place, numbers, endless }) => ({
        write: {
          work: {
            connection: name,
            statement: `INSERT INTO entries VALUES (${[1, 2, 3, 4].map(place).join(", ")}), (2, '2026-11-26', 7.5, '=1+1')`,
            values: [{ arg: "/id" }, { arg: "/of/day" }, 12.25, { arg: "/memo" }],
          },
          args: { id: 1, of: { day: "2026-11-26" }, memo: "'); DROP TABLE entries; --" },
        },
        read: {
          work: {
            connection: `${name}-reads`,
            statement: `SELECT id, day, amount, memo FROM entries WHERE id <= ${place(1)} ORDER BY id -- all of them`,
            values: [2],
          },
        },
        none: { work: { connection: name, statement: "SELECT id FROM entries WHERE 1 = 0" } },
        csv: {
          work: {
            connection: `${name}-reads`,
            statement: "SELECT id, memo FROM entries ORDER BY id",
            output: { file: "entries.csv", format: "csv" },
          },
        },
        lines: {
          work: {
            connection: `${name}-reads`,
            statement: numbers(5000),
            output: { file: "numbers.jsonl", format: "jsonl" },
          },
        },
        many: { work: { connection: name, statement: numbers(10_001) } },
        fewer: { work: { connection: name, statement: numbers(20), maxRows: 19 } },
        twice: { work: { connection: name, statement: "SELECT 1 AS a, 2 AS a" } },
        cancel: { work: { connection: name, statement: endless }, cancelAfterMs: 1000 },
        late: { work: { connection: name, statement: endless }, options: { timeoutMs: 1000 } },
      })),
      { runtime },
    );
    expectEach(ends, "write", { state: "Succeeded", result: { changed: 2 } });
    const amounts = { amount: 12.25, day: "2026-11-26", memo: "'); DROP TABLE entries; --" };
    expectEach(ends, "read", {
      state: "Succeeded",
      result: {
        count: 2,
        rows: [
          { id: 1, ...amounts },
          { id: 2, amount: 7.5, memo: "=1+1" },
        ],
      },
    });
    expectEach(ends, "none", { state: "Succeeded", result: { count: 0, rows: [] } });
    expectEach(ends, "csv", {
      state: "Succeeded",
      result: { count: 2, file: { name: "entries.csv" } },
      text: `id,memo\r\n1,"''); DROP TABLE entries; --"\r\n2,"'=1+1"\r\n`.replace("''", "'"),
    });
    const text = Array.from({ length: 5000 }, (_, index) => `{"n":${index + 1}}\n`).join("");
    expectEach(ends, "lines", { state: "Succeeded", result: { count: 5000 }, text });
    expectEach(ends, "many", failed("rows_limit", expect.stringContaining("more than 10000 rows")));
    expectEach(ends, "fewer", failed("rows_limit", expect.stringContaining("more than 19 rows")));
    expectEach(ends, "twice", failed("sql_refused", expect.stringContaining('are called "a"')));
    expectEach(ends, "cancel", { state: "Cancelled" });
    expectEach(ends, "late", failed("timeout"));
    expect(await endlessAtServers()).toBe(0);
  });
});

describe("statements that fail", () => {
  it("say why, in a code of their own, and leave nothing behind", { timeout: TIMEOUT_MS }, async () => {
    await onAll("DROP TABLE IF EXISTS entries");
    await onAll(TABLE);
    await onAll("INSERT INTO entries VALUES (1, '2026-11-26', 1, NULL)");
    const retry = { retryCount: 3, retryIntervalMs: 1 };
    const ends = await endsOf(
      forEach(({ name, two, numbers }) => ({
        syntax: { work: { connection: name, statement: "SELEC 1" }, options: retry },
        constraint: {
          work: { connection: name, statement: "INSERT INTO entries VALUES (1, '2026-11-26', 1, NULL)" },
          options: retry,
        },
        two: { work: { connection: name, statement: two }, options: retry },
        empty: { work: { connection: name, statement: "-- nothing" }, options: retry },
        write: { work: { connection: `${name}-reads`, statement: "DELETE FROM entries" }, options: retry },
        hidden: {
          work: {
            connection: `${name}-reads`,
            statement: "WITH x AS (SELECT 1) INSERT INTO entries SELECT 9, '2026-11-26', 1, NULL",
          },
          options: retry,
        },
        undone: {
          work: {
            connection: name,
            statement: `INSERT INTO entries SELECT n + 10, '2026-11-26', 1, NULL FROM (${numbers(30)}) AS more RETURNING id`,
            maxRows: 20,
          },
        },
      })),
    );
    expectEach(ends, "syntax", failed("sql_refused"));
    expectEach(ends, "constraint", failed("sql_constraint"));
    expectEach(ends, "two", failed("sql_refused"));
    expectEach(ends, "empty", failed("sql_refused", expect.stringContaining("no statement")));
    expectEach(ends, "write", failed("sql_refused", expect.stringContaining("the connection is read-only")));
    expectEach(ends, "hidden", failed("sql_refused"));
    expectEach(ends, "undone", failed("rows_limit"));
    const rows = await endsOf(
      forEach(({ name }) => ({
        count: { work: { connection: name, statement: "SELECT count(*) AS n FROM entries" } },
      })),
    );
    expectEach(rows, "count", { result: { rows: [{ n: 1 }] } });
  });
});
