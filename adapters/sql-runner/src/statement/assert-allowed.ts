import { WorkErrorCode } from "@mojob/core/ports";
import { Dialect, type ResolvedConnection } from "../connection.ts";
import { SqlFailure } from "../sql-failure.ts";
import { leadingWords } from "./leading-words.ts";

/** How statements that read begin. What else is in them the database judges. */
const READING: ReadonlySet<string> = new Set([
  "SELECT",
  "WITH",
  "VALUES",
  "TABLE",
  "SHOW",
  "EXPLAIN",
  "DESCRIBE",
  "DESC",
]);

/** What SQLite would open other files with, change how it works, or leave a transaction open. */
const REFUSED_BY_SQLITE: ReadonlySet<string> = new Set([
  "ATTACH",
  "DETACH",
  "PRAGMA",
  "BEGIN",
  "COMMIT",
  "END",
  "ROLLBACK",
  "SAVEPOINT",
  "RELEASE",
  // To SQLite it is a comment as any other.
  "/*!",
]);

/**
 * Refuses what is refused before the database sees it. That is beside what the database itself enforces, such as a read-only
 * transaction.
 * @throws SqlFailure `sql_refused`
 */
export function assertAllowed(statement: string, { dialect, readOnly }: ResolvedConnection): void {
  const words = leadingWords(statement, 4, { nests: dialect === Dialect.Postgres });
  const [first] = words;
  if (first === undefined) throw refused("it has no statement");
  if (readOnly && !READING.has(first))
    throw refused(
      `the connection is read-only: a statement that begins with ${[...READING].join(", ")} is wanted`,
    );
  if (dialect !== Dialect.Sqlite) return;
  const [word = "", ...others] = words.filter((one) => !["EXPLAIN", "QUERY", "PLAN"].includes(one));
  if (REFUSED_BY_SQLITE.has(word)) throw refused(`${word} is not allowed in a job`);
  // The words of VACUUM are names of schemas, and INTO with another file.
  if (word === "VACUUM" && /\binto\b/i.test(statement))
    throw refused(`${[word, ...others].join(" ")} is not allowed in a job`);
}

function refused(message: string): SqlFailure {
  return new SqlFailure(WorkErrorCode.SqlRefused, message);
}
