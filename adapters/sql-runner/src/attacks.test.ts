import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Databases,
  DIALECTS,
  endsOn,
  forEachDialect,
  type Job,
  type Jobs,
  onEach,
  openDatabases,
  PASSWORD,
} from "../fixtures/databases.ts";

const TIMEOUT_MS = 120_000;
/** A mistake that is not tried again. */
const RETRY = { retryCount: 3, retryIntervalMs: 1 };

let databases: Databases;
beforeAll(async () => {
  databases = await openDatabases();
}, TIMEOUT_MS);
afterAll(() => databases[Symbol.asyncDispose]());

const failed = (code: string, message: unknown = expect.any(String)): object => ({
  state: "Terminated",
  attempt: 1,
  result: null,
  code,
  message,
});
const count = "SELECT count(*) AS n FROM entries";
const isWhole = { result: { rows: [{ n: 1 }] } };
const countJobs = (): Jobs =>
  forEachDialect(({ name }) => ({ count: { work: { connection: name, statement: count } } }));

describe("statements that fail", () => {
  it("say why in a code of their own, and leave nothing behind", { timeout: TIMEOUT_MS }, async () => {
    await databases.reset();
    const jobs = forEachDialect(({ name, numbers }) => {
      const job = (statement: string, more: object = {}): Job => ({
        work: { connection: name, statement, ...more },
        options: RETRY,
      });
      const reads = (statement: string): Job => job(statement, { connection: `${name}-reads` });
      return {
        syntax: job("SELEC 1"),
        masked: job(`SELEC '${PASSWORD}'`),
        constraint: job("INSERT INTO entries VALUES (1, '2026-11-26', 1, NULL)"),
        two: job("SELECT 1; DROP TABLE entries"),
        empty: job("-- nothing"),
        twice: job("SELECT 1 AS a, 2 AS a"),
        write: reads("DELETE FROM entries"),
        hidden: reads("WITH x AS (SELECT 1) INSERT INTO entries SELECT 9, '2026-11-26', 1, NULL"),
        comment: reads("/* SELECT */ DELETE FROM entries"),
        executed: reads("/*!DELETE FROM entries*/"),
        undone: job(
          `INSERT INTO entries SELECT n + 10, '2026-11-26', 1, NULL FROM (${numbers(30)}) AS more RETURNING id`,
          { maxRows: 20 },
        ),
        noRows: job("DELETE FROM entries WHERE id = 9", { output: { file: "a.csv", format: "csv" } }),
      };
    });
    const ends = await databases.ends(jobs);
    const wanted: Readonly<Record<string, object>> = {
      syntax: failed("sql_refused"),
      constraint: failed("sql_constraint"),
      two: failed("sql_refused"),
      empty: failed("sql_refused", expect.stringContaining("no statement")),
      twice: failed("sql_refused", expect.stringContaining('are called "a"')),
      write: failed("sql_refused", expect.stringContaining("the connection is read-only")),
      hidden: failed("sql_refused"),
      comment: failed("sql_refused"),
      executed: failed("sql_refused"),
      undone: failed("rows_limit"),
      noRows: failed("job_error", expect.stringContaining("the statement returns none")),
    };
    for (const [name, end] of Object.entries(wanted))
      expect([name, endsOn(ends, name)]).toMatchObject([name, onEach(end)]);
    expect(ends["masked.postgres"]?.code).toBe("sql_refused");
    expect(JSON.stringify(ends["masked.postgres"])).not.toContain(PASSWORD);
    expect(endsOn(await databases.ends(countJobs()), "count")).toMatchObject(onEach(isWhole));
  });

  it("are apart from connections that fail, which show no password", { timeout: TIMEOUT_MS }, async () => {
    const postgres = new URL(databases.connections()["postgres"]?.url ?? "");
    const other = (change: (url: URL) => void): string => {
      const url = new URL(postgres);
      change(url);
      return url.href;
    };
    const connections = {
      noUser: { url: other((url) => (url.username = "nobody")) },
      noDatabase: { url: other((url) => (url.pathname = "/nothing")) },
      noServer: { url: other((url) => (url.port = "1")) },
      noMariadbDatabase: { url: `${databases.mariadb.url}/nothing` },
      noMariadb: { url: `mariadb://root:${encodeURIComponent(PASSWORD)}@127.0.0.1:1/ledger` },
      noFile: { url: `sqlite:${join(databases.folder, "none.db")}` },
      noSqlite: { url: `sqlite:${import.meta.filename}` },
    };
    const ends = await databases.ends(
      Object.fromEntries(
        Object.keys(connections).map((name) => [
          name,
          { work: { connection: name, statement: "SELECT 1 AS a FROM entries" } },
        ]),
      ),
      { connections },
    );
    expect(ends).toMatchObject({
      noUser: failed("database_login"),
      noDatabase: failed("database_login"),
      noServer: failed("database_unavailable"),
      noMariadbDatabase: failed("database_login"),
      noMariadb: failed("database_unavailable"),
      noFile: failed("database_unavailable", expect.stringContaining("there is no such file")),
      noSqlite: failed("database_unavailable"),
    });
    expect(JSON.stringify(ends)).not.toContain(PASSWORD);
    expect(JSON.stringify(ends)).not.toContain(encodeURIComponent(PASSWORD));
    expect(existsSync(join(databases.folder, "none.db"))).toBe(false);
  });

  it("give up a server that hangs in time", { timeout: TIMEOUT_MS }, async () => {
    await databases.reset();
    databases.postgres.freeze();
    databases.mariadb.freeze();
    try {
      const ends = await databases.ends(countJobs(), {
        connections: databases.connections({ timeoutMs: 1500 }),
      });
      const late = failed("sql_timeout", expect.stringContaining("it took longer than 1500 ms"));
      expect(endsOn(ends, "count")).toMatchObject({ sqlite: isWhole, postgres: late, mariadb: late });
    } finally {
      databases.postgres.thaw();
      databases.mariadb.thaw();
    }
  });
});

it(
  "a statement that is cancelled has ended at the server when its run has",
  { timeout: TIMEOUT_MS },
  async () => {
    for (const { name, endless } of DIALECTS.filter((dialect) => dialect.name !== "sqlite")) {
      await using program = databases.start({
        run: { work: { connection: name, statement: endless }, cancelAfterMs: 1000 },
      });
      expect(await program.line(/"run"/)).toContain('"Cancelled"');
      expect([name, await databases.sleeping()]).toEqual([name, [0, 0]]);
    }
  },
);

describe("hostile statements", () => {
  it("reach no file, program, session or other database", { timeout: TIMEOUT_MS }, async () => {
    await databases.reset();
    await databases.onPostgres("DROP ROLE IF EXISTS jobs");
    await databases.onPostgres("CREATE ROLE jobs LOGIN");
    const mark = join(databases.folder, "mark");
    const user = new URL(databases.postgres.url);
    user.username = "jobs";
    const connections = { ...databases.connections(), jobs: { url: user.href } };
    const statements: Readonly<Record<string, readonly string[]>> = {
      sqlite: [
        `ATTACH '${mark}' AS other`,
        `/* /* */ ATTACH '${mark}' AS other -- */`,
        `;;ATTACH '${mark}' AS other`,
        `EXPLAIN ATTACH '${mark}' AS other`,
        `VACUUM INTO '${mark}'`,
        `VACUUM main INTO '${mark}'`,
        "PRAGMA writable_schema = ON",
        "EXPLAIN PRAGMA journal_mode = DELETE",
        "BEGIN IMMEDIATE",
        "SAVEPOINT a",
        "SELECT load_extension('/tmp/a')",
        "SELECT readfile('/etc/passwd')",
        `SELECT writefile('${mark}', 'a')`,
        "SELECT 1; ATTACH 'a' AS b",
      ],
      "sqlite-reads": [
        "PRAGMA query_only = OFF",
        "CREATE TEMP TABLE a (b)",
        "/**/ INSERT INTO entries VALUES (1)",
      ],
      jobs: [
        `COPY (SELECT 1) TO PROGRAM 'touch ${mark}'`,
        `COPY (SELECT 1) TO '${mark}'`,
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT lo_import('/etc/passwd')",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> 'jobs'",
        "SELECT * FROM entries",
        "ALTER ROLE jobs SUPERUSER",
      ],
      postgres: ["COPY entries FROM STDIN"],
      "postgres-reads": [
        "DO $$ BEGIN COMMIT; DELETE FROM entries; END $$",
        "EXPLAIN ANALYZE DELETE FROM entries",
        "WITH s AS (SELECT set_config('transaction_read_only', 'off', false)), d AS (DELETE FROM entries RETURNING id) SELECT * FROM s, d",
        "SELECT * FROM query_to_xml('DELETE FROM entries', true, true, '')",
        "/* /* */ SELECT */ DELETE FROM entries",
        "-- SELECT\rDELETE FROM entries",
      ],
      mariadb: ["LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE entries"],
      "mariadb-reads": [
        "BEGIN NOT ATOMIC COMMIT; SET SESSION TRANSACTION READ WRITE; DELETE FROM entries; END",
        "/*M!BEGIN NOT ATOMIC*/ COMMIT; DELETE FROM entries; END",
        "SET SESSION TRANSACTION READ WRITE",
        "CALL mysql.a()",
      ],
    };
    const jobs = Object.fromEntries(
      Object.entries(statements).flatMap(([connection, all]) =>
        all.map((statement) => [`${connection}: ${statement}`, { work: { connection, statement } }]),
      ),
    );
    const named = Object.fromEntries(Object.values(jobs).map((job, index) => [`job${index}`, job]));
    const ends = await databases.ends(named, { connections });
    const wrong = Object.keys(jobs).filter((_, index) => {
      const { code, result } = ends[`job${index}`] ?? {};
      // A user without rights ends no connection but its own.
      return code !== "sql_refused" && JSON.stringify(result) !== '{"rows":[],"count":0}';
    });
    expect(wrong).toEqual([]);
    expect(existsSync(mark)).toBe(false);
    expect(endsOn(await databases.ends(countJobs()), "count")).toMatchObject(onEach(isWhole));
  });

  it(
    "have a connection of their own: no setting, table or lock of a session is left",
    { timeout: TIMEOUT_MS },
    async () => {
      await databases.reset();
      const work = (connection: string, statement: string): Job => ({ work: { connection, statement } });
      const ends = await databases.ends({
        set: work("postgres", "SET search_path = pg_catalog"),
        lock: work("postgres", "SELECT pg_advisory_lock(7)"),
        temp: work("postgres", "CREATE TEMP TABLE entries AS SELECT 1 AS id"),
        postgres: work("postgres", `${count} WHERE memo IS NULL AND pg_try_advisory_lock(7)`),
        tempThere: work("mariadb", "CREATE TEMPORARY TABLE entries (id int)"),
        mariadb: work("mariadb", count),
        tempFile: work("sqlite", "CREATE TEMP TABLE entries (id int)"),
        sqlite: work("sqlite", count),
      });
      for (const name of ["set", "lock", "temp", "tempThere", "tempFile"])
        expect([name, ends[name]]).toMatchObject([name, { state: "Succeeded" }]);
      expect(ends).toMatchObject({ postgres: isWhole, mariadb: isWhole, sqlite: isWhole });
    },
  );

  it("fill neither the memory of the worker nor its disk", { timeout: TIMEOUT_MS }, async () => {
    const large = {
      postgres: "repeat('x', 200000000)",
      mariadb: "repeat('x', 15000000)",
      sqlite: "hex(zeroblob(100000000))",
    };
    const jobs = forEachDialect(({ name, numbers }) => ({
      rows: { work: { connection: name, statement: numbers(10_000_000) } },
      cell: { work: { connection: name, statement: `SELECT ${large[name]} AS a` } },
      file: {
        work: { connection: name, statement: numbers(10_000_000), output: { file: "a.csv", format: "csv" } },
      },
    }));
    const ends = await databases.ends(jobs, { maxFileBytes: 1_000_000 });
    for (const name of ["rows", "cell", "file"])
      expect([name, endsOn(ends, name)]).toMatchObject([name, onEach(failed("rows_limit"))]);
    expect(ends["closed"]?.maxRssMb).toBeLessThan(500);
    for (const name of ["rows", "file"])
      for (const end of Object.values(endsOn(ends, name))) expect(end?.tookMs).toBeLessThan(15_000);
  });
});

describe("a worker that is killed", () => {
  // Its processes are found in /proc, which other systems do not have.
  it.skipIf(process.platform !== "linux")(
    "leaves no statement, no process and no lock behind",
    { timeout: TIMEOUT_MS },
    async ({ onTestFinished }) => {
      await databases.reset();
      const endless = forEachDialect(({ name, endless: statement }) => ({
        run: {
          work: {
            connection: name,
            statement:
              name === "sqlite"
                ? `INSERT INTO entries SELECT n, '2026-11-26', 1, NULL FROM (${statement.replace("count(*)", "n + 10 AS n")})`
                : statement,
          },
        },
      }));
      const programs = Object.values(endless).map((job) => databases.start({ run: job }));
      const children = (): readonly number[] => programs.flatMap(({ pid }) => childrenOf(pid));
      await until("all three statements", async () => {
        const [postgres, mariadb] = await databases.sleeping();
        const journal = existsSync(join(databases.folder, "ledger.db-journal"));
        return postgres === 1 && mariadb === 1 && children().length === 1 && journal;
      });
      const [child = 0] = children();
      // Where it is not ended by itself, it would go on for ever.
      onTestFinished(() => {
        if (commandOf(child).includes("sqlite-process")) process.kill(child, "SIGKILL");
      });
      for (const program of programs) program.signalAlone("SIGKILL");
      await Promise.all(programs.map((program) => program.exit));
      await until("the end of SQLite's process", () => !existsSync(`/proc/${child}`));
      // PostgreSQL looks for its client each second; MariaDB does not while it sleeps, and ends the statement by its time limit.
      await until("the end of PostgreSQL's statement", async () => (await databases.sleeping())[0] === 0, {
        patienceMs: 10_000,
      });
      await until("the end of MariaDB's statement", async () => (await databases.sleeping())[1] === 0);
      expect(endsOn(await databases.ends(countJobs()), "count")).toMatchObject(onEach(isWhole));
    },
  );
});

/** "" where it has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => {
      try {
        return readFileSync(`/proc/${one}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(pid);
      } catch {
        return false;
      }
    });
}
