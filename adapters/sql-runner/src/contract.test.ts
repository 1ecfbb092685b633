import { existsSync } from "node:fs";
import { join } from "node:path";
import { memoryUsage } from "node:process";
import { isDeepStrictEqual } from "node:util";
import { DatabaseSync } from "node:sqlite";
import { describeWorkRunner, type OpenedRunner } from "@mojob/contract-tests";
import type { JobWork } from "@mojob/core/ports";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, it } from "vitest";
import { type Databases, type Dialect, DIALECTS, openDatabases } from "../fixtures/databases.ts";
import { sqlRunner } from "./sql-runner.ts";

const TIMEOUT_MS = 60_000;
/** MariaDB ends the statement of a client that was killed by its time limit alone. */
const LIMIT_MS = 5000;

let databases: Databases;
beforeAll(async () => {
  databases = await openDatabases();
}, TIMEOUT_MS);
afterAll(() => databases[Symbol.asyncDispose]());

const journal = (): string => join(databases.folder, "ledger.db-journal");

/** A statement that goes on until it is ended; in SQLite one that holds the file's lock. */
function lasting({ name, endless }: Dialect): string {
  if (name !== "sqlite") return endless;
  const numbers = endless.replace("count(*)", "n + 10 AS n");
  return `INSERT INTO entries SELECT n, '2026-11-26', 1, NULL FROM (${numbers})`;
}

async function isUnderWay({ name }: Dialect): Promise<boolean> {
  const [postgres, mariadb] = await databases.sleeping();
  return { sqlite: existsSync(journal()), postgres: postgres > 0, mariadb: mariadb > 0 }[name];
}

/** Rows that are more together than any file may be. */
function manyWideRows({ name, numbers }: Dialect): string {
  const cell = name === "sqlite" ? "hex(zeroblob(8000))" : "repeat('x', 16000)";
  return `SELECT n, ${cell} AS wide FROM (${numbers(1_000_000)}) AS numbered`;
}

/** The statements that go on, and what those that were ended have changed. */
async function left({ name }: Dialect): Promise<readonly string[]> {
  if (name !== "sqlite") return (await isUnderWay({ name } as Dialect)) ? [`a statement on ${name}`] : [];
  const file = new DatabaseSync(join(databases.folder, "ledger.db"), { timeout: 0 });
  try {
    // Throws where somebody holds the lock.
    file.exec("BEGIN IMMEDIATE; COMMIT");
    return file.prepare("SELECT id FROM entries WHERE id <> 1").all().map(String);
  } finally {
    file.close();
  }
}

async function open(dialect: Dialect): Promise<OpenedRunner> {
  await databases.reset();
  const { name, numbers } = dialect;
  const runner = sqlRunner({ connections: databases.connections(), maxFileBytes: 40_000_000 });
  const sqlWork = (statement: string, more: object = {}): JobWork =>
    ({ kind: "sql", connection: name, statement, ...more }) as unknown as JobWork;
  return {
    runner,
    quick: { work: sqlWork(numbers(2)), result: { count: 2, rows: [{ n: 1 }, { n: 2 }] } },
    failing: { work: sqlWork("SELECT none FROM nowhere") },
    lasting: {
      work: sqlWork(lasting(dialect)),
      begun: async () => void (await until(`a statement on ${name}`, () => isUnderWay(dialect))),
    },
    flooding: {
      work: sqlWork(manyWideRows(dialect), { output: { file: "wide.csv", format: "csv" } }),
    },
    left: () => left(dialect),
    close: async () => {},
  };
}

async function killed(dialect: Dialect): Promise<readonly string[]> {
  await databases.reset();
  const { name } = dialect;
  const options = { connections: databases.connections({ timeoutMs: LIMIT_MS }) };
  const program = databases.start(
    { run: { work: { connection: name, statement: lasting(dialect) } } },
    options,
  );
  await until(`a statement on ${name}`, () => isUnderWay(dialect));
  program.signalAlone("SIGKILL");
  await program.exit;
  const next = { work: { connection: name, statement: "SELECT count(*) AS n FROM entries" } };
  const { run } = await databases.ends({ run: next });
  const isWhole = isDeepStrictEqual(run?.result, { count: 1, rows: [{ n: 1 }] });
  await until(`the end of the statement on ${name}`, async () => (await left(dialect)).length === 0);
  return isWhole ? [] : [JSON.stringify(run)];
}

for (const dialect of DIALECTS)
  describeWorkRunner(
    {
      describe: (name, body) => describe(`${name} (${dialect.name})`, body),
      it: (name, body) => it(name, { timeout: TIMEOUT_MS }, body),
    },
    {
      open: () => open(dialect),
      killed: () => killed(dialect),
      usedBytes: () => memoryUsage().rss,
      without: { secret: "statements are given none" },
    },
  );
