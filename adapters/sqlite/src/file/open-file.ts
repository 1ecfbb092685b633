import { DatabaseSync } from "node:sqlite";
import type { FileSettings } from "./file-settings.ts";
import { migrate } from "./migrate.ts";
import { keepOthersOut, makeOwnFile, makeOwnFolder } from "./own-file.ts";
import { FileRefusal } from "./refusal.ts";
import { Sql } from "./sql.ts";
import { SqliteCode, sqliteCodeOf } from "./sqlite-error.ts";

/** Waits this long for a person's shell or a backup that holds the file for a moment. */
const BUSY_TIMEOUT_MS = 2000;
/** After a reader has held up the log, its file is cut to this many times the size at which it is copied. */
const LOG_FILE_TIMES = 4;

/**
 * Opens the file of a store, makes it where there is none, and brings it to this version's schema.
 * @throws FileRefusal for a file that is damaged, another program's, or a newer version's
 */
export function openFile({ path, cacheKiB, logBytes }: FileSettings): Sql {
  try {
    makeOwnFolder(path);
    makeOwnFile(path);
    keepOthersOut(path);
    const sql = new Sql(new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS }));
    try {
      // Takes effect in a new file alone, and before anything is written to it: pages can be given back later.
      sql.exec("PRAGMA auto_vacuum = INCREMENTAL");
      const [mode] = sql.get("PRAGMA journal_mode = WAL") ?? [];
      if (mode !== "wal")
        throw new FileRefusal(
          "configuration",
          `Cannot use "${path}": its file system has no shared memory, which SQLite's log needs; choose a local disk`,
        );
      // Commits are synced, and the log is taken into the file, where the event loop does not wait for the disk.
      sql.exec("PRAGMA synchronous = NORMAL");
      sql.exec("PRAGMA wal_autocheckpoint = 0");
      sql.exec(`PRAGMA cache_size = -${cacheKiB}`);
      sql.exec(`PRAGMA journal_size_limit = ${LOG_FILE_TIMES * logBytes}`);
      sql.exec("PRAGMA temp_store = MEMORY");
      migrate(sql, path);
      return sql;
    } catch (error) {
      sql.close();
      throw error;
    }
  } catch (error) {
    throw toRefusal(error, path);
  }
}

function toRefusal(error: unknown, path: string): unknown {
  const reason = error instanceof Error ? error.message : String(error);
  switch (sqliteCodeOf(error)) {
    case SqliteCode.NotADatabase:
      return new FileRefusal(
        "configuration",
        `Cannot use "${path}": it is not a SQLite file; name another path, or move it away`,
        { cause: error },
      );
    case SqliteCode.Corrupt:
      return new FileRefusal(
        "configuration",
        `Cannot use "${path}": it is damaged (${reason}); put a backup in its place, or save what can be read with sqlite3's ".recover"`,
        { cause: error },
      );
    case SqliteCode.CannotOpen:
    case SqliteCode.ReadOnly:
      return new FileRefusal(
        "configuration",
        `Cannot open "${path}": ${reason}; the folder and the file must be writable for this user`,
        { cause: error },
      );
    default:
      return error;
  }
}
