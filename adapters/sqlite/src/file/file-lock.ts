import { hostname } from "node:os";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { makeOwnFile, makeOwnFolder, keepOthersOut } from "./own-file.ts";
import { FileRefusal } from "./refusal.ts";
import { Sql } from "./sql.ts";
import { SqliteCode, sqliteCodeOf } from "./sqlite-error.ts";

/**
 * Makes one process the owner of a store's file: an open write transaction in a file beside it. The system ends it with
 * the process, however that ends, so there is nothing to clean up and nothing to wait for. Others can read who holds it.
 */
export class FileLock {
  readonly #sql: Sql;

  private constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** @throws FileRefusal where another process, or another store of this one, holds the file */
  static take(path: string): FileLock {
    makeOwnFolder(path);
    makeOwnFile(`${path}-lock`);
    keepOthersOut(`${path}-lock`);
    const sql = new Sql(new DatabaseSync(`${path}-lock`, { timeout: 0 }));
    try {
      sql.exec("PRAGMA synchronous = OFF");
      sql.exec("BEGIN IMMEDIATE");
      sql.exec("CREATE TABLE IF NOT EXISTS holder (pid INTEGER, host TEXT, since TEXT)");
      sql.exec("DELETE FROM holder");
      sql.run("INSERT INTO holder VALUES (?, ?, ?)", process.pid, hostname(), new Date().toISOString());
      // Committed, so that others can read it, and taken again for as long as this process runs.
      sql.exec("COMMIT");
      sql.exec("BEGIN IMMEDIATE");
      return new FileLock(sql);
    } catch (error) {
      const isHeld = sqliteCodeOf(error) === SqliteCode.Busy;
      const holder = isHeld ? readHolder(sql) : "";
      sql.close();
      if (!isHeld) throw error;
      throw new FileRefusal(
        "held",
        `Cannot open "${path}": ${holder} holds it, and one process at a time may; end that one, ask to stand by, or trigger over its API with connectScheduler({ url }) of @mojob/client`,
        { cause: error },
      );
    }
  }

  release(): void {
    this.#sql.close();
  }
}

function readHolder(sql: Sql): string {
  try {
    const [pid, host, since] = sql.get("SELECT pid, host, since FROM holder") ?? [];
    if (pid !== undefined) return `process ${String(pid)} on "${String(host)}", since ${String(since)},`;
  } catch {
    // Its holder is writing down who it is.
  }
  return "another process";
}
