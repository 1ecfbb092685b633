import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { leadingWords } from "../statement/leading-words.ts";
import type { SqliteOrder } from "./sqlite-protocol.ts";

/** Actions and replies of SQLite's authorizer (https://sqlite.org/c3ref/c_alter_table.html), which not all runtimes name. */
const ATTACH = 24;
const DETACH = 25;
const OK = 0;
const DENY = 1;

/** Statements that leave nothing with their connection: what makes others, such as a temporary table, is not followed by another statement. */
const LEAVING_NOTHING: ReadonlySet<string> = new Set([
  "SELECT",
  "VALUES",
  "WITH",
  "INSERT",
  "REPLACE",
  "UPDATE",
  "DELETE",
]);

/** An open file. */
export class SqliteFile {
  readonly database: DatabaseSync;
  readonly #of: string;

  private constructor(order: SqliteOrder, of: string) {
    this.#of = of;
    this.database = new DatabaseSync(order.path, { readOnly: order.readOnly, timeout: order.busyMs });
    if (order.readOnly) this.database.exec("PRAGMA query_only = ON");
    keepToFile(this.database);
  }

  /**
   * Opens the file of a statement, or goes on with one that was kept where that is the same.
   * @param kept is closed where it is another one
   * @throws Error where there is no such file, and as SQLite
   */
  static open(order: SqliteOrder, kept: SqliteFile | null): SqliteFile {
    const of = identityOf(order);
    if (kept !== null && kept.#of === of) return kept;
    kept?.database.close();
    return new SqliteFile(order, of);
  }

  /** Whether the next statement may be executed on it, too. */
  canBeKept({ statement }: SqliteOrder): boolean {
    const [word = ""] = leadingWords(statement, 1);
    return LEAVING_NOTHING.has(word) && !this.database.isTransaction;
  }
}

/** A file that was put in the place of another one is opened again. */
function identityOf({ path, readOnly, busyMs }: SqliteOrder): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return [path, readOnly, busyMs, dev, ino].join("\n");
}

/** No statement opens another file, whatever its text; runtimes that have no such hook rely on its first word. */
function keepToFile(database: DatabaseSync): void {
  const { setAuthorizer } = database as { readonly setAuthorizer?: DatabaseSync["setAuthorizer"] };
  if (setAuthorizer === undefined) return;
  setAuthorizer.call(database, (action, name) =>
    // VACUUM attaches a file without a name.
    (action === ATTACH && name !== "") || action === DETACH ? DENY : OK,
  );
}
