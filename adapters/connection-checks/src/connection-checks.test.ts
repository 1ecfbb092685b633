import { fileURLToPath } from "node:url";
import {
  type ConnectedServer,
  startFtpServer,
  startMariadbDatabase,
  startPostgresDatabase,
} from "@mojob/test-services/connections";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseChecks, ftpChecks } from "./mod.ts";

const PROGRAM = fileURLToPath(new URL("../fixtures/checks-program.ts", import.meta.url));
const LINES = [
  "CREATE TABLE entries (id int PRIMARY KEY, day date NOT NULL, amount decimal(12, 2) NOT NULL)",
  "INSERT INTO entries VALUES (1, '2026-11-26', 12.50), (2, '2026-11-26', 7.25), (3, '2026-11-25', 1.00)",
  "CREATE VIEW totals AS SELECT day, sum(amount) AS amount FROM entries GROUP BY day",
];

interface End {
  readonly state?: string;
  readonly code?: string;
  readonly message?: string;
}

let servers: Readonly<Record<"orders" | "stock" | "partner", ConnectedServer>>;

beforeAll(async () => {
  const [orders, stock, partner] = await Promise.all([
    startPostgresDatabase(),
    startMariadbDatabase(),
    startFtpServer({ "in/2026-11-26.csv": "day,orders\n2026-11-26,240\n" }),
  ]);
  servers = { orders, stock, partner };
  const postgres = new pg.Client(orders.url);
  await postgres.connect();
  for (const sql of LINES) await postgres.query(sql);
  await postgres.end();
  const mariadb = await createConnection(stock.url.replace("mariadb:", "mysql:"));
  for (const sql of ["CREATE DATABASE stock", "USE stock", ...LINES]) await mariadb.query(sql);
  await mariadb.end();
});

afterAll(() => Promise.all(Object.values(servers).map((server) => server[Symbol.asyncDispose]())));

function urlsOfServers(): Readonly<Record<string, string>> {
  const { orders, stock, partner } = servers;
  return { orders: orders.url, stock: `${stock.url}/stock`, partner: partner.url };
}

async function endsOf(
  tasks: Readonly<Record<string, object>>,
  { runtime = NODE, timeoutMs = 20_000, urls = urlsOfServers() } = {},
): Promise<Readonly<Record<string, End>>> {
  const given = JSON.stringify({ ...urls, timeoutMs });
  await using program = spawnProgram(runtime, PROGRAM, { args: [given, JSON.stringify(tasks)] });
  await program.exit;
  const ends = program
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as End & { readonly name: string });
  if (ends.length !== Object.keys(tasks).length) throw new Error(program.output());
  return Object.fromEntries(ends.map(({ name, ...end }) => [name, end]));
}

/** How many queries that sleep are under way in each database. */
async function sleeping(): Promise<readonly number[]> {
  const postgres = new pg.Client(servers.orders.url);
  await postgres.connect();
  const { rows } = await postgres.query(
    "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(%' AND pid <> pg_backend_pid()",
  );
  await postgres.end();
  const mariadb = await createConnection(servers.stock.url.replace("mariadb:", "mysql:"));
  const [processes] = await mariadb.query(
    "SELECT 1 FROM information_schema.processlist WHERE info LIKE '%sleep(60)%' AND id <> connection_id()",
  );
  await mariadb.end();
  return [rows.length, (processes as readonly unknown[]).length];
}

const database = (connection: string, test: string, more: object = {}): object => ({
  type: "database",
  test,
  uri: `'${connection}'`,
  ...more,
});
const ofDay = (connection: string, place: string, expect?: string): object =>
  database(connection, "query", {
    query: `SELECT count(*) AS n, sum(amount) AS total FROM entries WHERE day = ${place}`,
    values: [{ expression: "$.SELF.PARAMS.day" }],
    ...(expect !== undefined && { expect }),
  });
const ftp = (test: string, uri: string, more: object = {}): object => ({ type: "ftp", test, uri, ...more });

const SUCCEEDED: End = { state: "Succeeded" };
const unavailable = (code: string, message: unknown): object => ({
  state: "Terminated",
  code,
  message: message as string,
});

describe.each([NODE, BUN, DENO])("connections on $name", (runtime) => {
  it("are looked at before the jobs that need them", { timeout: 90_000 }, async () => {
    const day = "$.RESOURCE.ROWS[0].n == 2 && $.RESOURCE.ROWS[0].total == 19.75";
    const ends = await endsOf(
      {
        postgres: database("orders", "connect"),
        mariadb: database("stock", "connect"),
        table: database("orders/public.entries", "exists", { expect: "$.RESOURCE.TYPE == 'table'" }),
        view: database("stock/totals", "exists", { expect: "$.RESOURCE.TYPE == 'view'" }),
        postgresRows: ofDay("orders", "$1", day),
        mariadbRows: ofDay("stock", "?", day),
        own: ofDay("own", "?", "$.RESOURCE.ROWS[0].values[0] == '2026-11-26'"),
        many: database("orders", "query", {
          query: "SELECT * FROM generate_series(1, 500) AS n; ",
          expect: "$.RESOURCE.COUNT == 100 && $.RESOURCE.MORE == true",
        }),
        server: ftp("connect", "'partner'"),
        file: ftp("exists", "'partner/in/' + $.SELF.PARAMS.day + '.csv'", {
          expect: "$.RESOURCE.TYPE == 'file' && $.RESOURCE.SIZE == 26",
        }),
        folder: ftp("exists", "'partner/in'", { expect: "$.RESOURCE.TYPE == 'folder'" }),
      },
      { runtime },
    );
    for (const [name, end] of Object.entries(ends)) expect([name, end]).toMatchObject([name, SUCCEEDED]);
  });
});

describe("what is not there", () => {
  it("fails the run before its work, and says what was looked for", { timeout: 90_000 }, async () => {
    const ends = await endsOf({
      noTable: database("orders/missing", "exists"),
      noRows: database("stock", "query", { query: "SELECT 1 AS one FROM entries WHERE id = 9" }),
      notEnough: ofDay("orders", "$1", "$.RESOURCE.ROWS[0].n > 2"),
      noFile: ftp("exists", "'partner/in/2026-11-27.csv'"),
      outside: ftp("exists", "'partner/../../../../etc/passwd'"),
    });
    expect(ends).toMatchObject({
      noTable: unavailable(
        "database_unavailable",
        'Database "noTable" does not respond, or does not have what is wanted: no table "missing"',
      ),
      noRows: unavailable("database_unavailable", expect.stringMatching(/: 0 rows$/)),
      notEnough: unavailable("database_unavailable", expect.stringMatching(/: 1 rows$/)),
      noFile: unavailable("ftp_unavailable", expect.stringMatching(/: no file "in\/2026-11-27.csv"$/)),
      outside: { code: "ftp_unavailable" },
    });
  });

  it("is no mistake of a task, which is said at once and not tried again", { timeout: 90_000 }, async () => {
    const retry = { times: 5, intervalMs: 60_000 };
    const ends = await endsOf({
      unknown: database("payroll", "connect", { retry }),
      syntax: database("orders", "query", { query: "SELEC 1", retry }),
      writes: database("orders", "query", { query: "DELETE FROM entries RETURNING id", retry }),
      two: database("orders", "query", { query: "SELECT 1) AS one; DROP TABLE entries; --", retry }),
      twoInMariadb: database("stock", "query", { query: "SELECT 1) AS one; DROP TABLE entries; --", retry }),
      writesThere: database("stock", "query", { query: "DELETE FROM entries", retry }),
      wrongType: database("orders", "query", { query: "SELECT 'a'::int", retry }),
      noName: database("orders/", "exists", { retry }),
      line: ftp("exists", "'partner/a\\r\\nDELE b'", { retry }),
    });
    for (const [name, { code, message }] of Object.entries(ends))
      expect([name, code, message]).toEqual([
        name,
        "job_error",
        expect.stringMatching(/^Cannot (look at|query) /),
      ]);
    expect(ends["unknown"]?.message).toContain("this worker has the connections orders, stock, own alone");
    const still = await endsOf({
      postgres: ofDay("orders", "$1", "$.RESOURCE.ROWS[0].n == 2"),
      mariadb: ofDay("stock", "?", "$.RESOURCE.ROWS[0].n == 2"),
    });
    expect(still).toMatchObject({ postgres: SUCCEEDED, mariadb: SUCCEEDED });
  });

  it("a server that hangs is given up in time", { timeout: 90_000 }, async () => {
    for (const server of Object.values(servers)) server.freeze();
    try {
      const ends = await endsOf(
        {
          orders: database("orders", "connect"),
          stock: database("stock", "connect"),
          partner: ftp("connect", "'partner'"),
        },
        { timeoutMs: 1500 },
      );
      const line = expect.stringMatching(/: no response within 1500 ms$/);
      expect(ends).toMatchObject({
        orders: unavailable("database_unavailable", line),
        stock: unavailable("database_unavailable", line),
        partner: unavailable("ftp_unavailable", line),
      });
    } finally {
      for (const server of Object.values(servers)) server.thaw();
    }
  });

  it("a server that is not there is named with the reason", { timeout: 90_000 }, async () => {
    const gone = {
      orders: "postgres://localhost:1/x",
      stock: "mysql://localhost:1/x",
      partner: "ftp://localhost:1",
    };
    const ends = await endsOf(
      {
        postgres: database("orders", "connect"),
        mysql: database("stock", "connect"),
        ftp: ftp("connect", "'partner'"),
      },
      { urls: gone },
    );
    for (const [name, { message }] of Object.entries(ends))
      expect([name, message]).toEqual([name, expect.stringMatching(/: .*ECONNREFUSED/)]);
  });

  it("a query that takes too long is given up in time", { timeout: 90_000 }, async () => {
    const ends = await endsOf(
      {
        postgres: database("orders", "query", { query: "SELECT pg_sleep(60)" }),
        mariadb: database("stock", "query", { query: "SELECT sleep(60) AS slept" }),
      },
      { timeoutMs: 1500 },
    );
    for (const end of Object.values(ends)) expect(end).toMatchObject({ code: "database_unavailable" });
    await expect.poll(sleeping, { timeout: 10_000 }).toEqual([0, 0]);
  });
});

it.each([
  [
    () => databaseChecks({ connections: { orders: "oracle://db/orders" } }),
    'Connection "orders" has to be a URL',
  ],
  [
    () => databaseChecks({ connections: { "a/b": "postgres://db/orders" } }),
    'has to have a name without "/"',
  ],
  [() => ftpChecks({ connections: { partner: "sftp://files.example.com" } }), "ftp:// or ftps://"],
])("a connection that cannot be used is refused at the start", (start, message) => {
  expect(start).toThrow(message);
});
