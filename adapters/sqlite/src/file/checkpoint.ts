import type { Sql } from "./sql.ts";

/** Copies the log into the file as far as no reader needs it, while its owner writes on. */
export function copyLog(sql: Sql): void {
  sql.exec("PRAGMA wal_checkpoint(PASSIVE)");
}

/**
 * Copies what is left of the log and begins it again, also where others read all the time. The new header, which SQLite
 * syncs at once, is written here: the next writer has nothing to wait for.
 * @param patienceMs how long it waits for those who read the log; it stays the connection's
 * @returns whether it was begun again, which a reader can prevent
 */
export function beginLogAgain(sql: Sql, patienceMs: number): boolean {
  sql.exec(`PRAGMA busy_timeout = ${patienceMs}`);
  const [isBusy] = sql.get("PRAGMA wal_checkpoint(RESTART)") as [number];
  if (isBusy !== 0) return false;
  const [version] = sql.get("PRAGMA user_version") as [number];
  sql.exec(`PRAGMA user_version = ${version}`);
  return true;
}
