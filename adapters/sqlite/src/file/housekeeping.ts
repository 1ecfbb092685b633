import { statSync } from "node:fs";
import type { FileSettings } from "./file-settings.ts";
import type { Sql } from "./sql.ts";

/** Free pages that stay in the file: the next runs take them. */
const KEPT_FREE_PAGES = 256;
/** Pages given back after one sweep: some ten milliseconds of work. */
const PAGES_AT_ONCE = 500;
/** A look at the log's size each this many commits. */
const COMMITS_BETWEEN_LOOKS = 25;
/** How long a reader of the log may hold up what takes the log into the file. */
const READER_PATIENCE_MS = 50;

/** Keeps a file and its log small, between transactions. */
export class Housekeeping {
  readonly #sql: Sql;
  readonly #settings: FileSettings;
  #commits = 0;

  constructor(sql: Sql, settings: FileSettings) {
    this.#sql = sql;
    this.#settings = settings;
  }

  /** After runs were removed: gives pages that hold nothing back to the file system. */
  giveBackPages(): void {
    const [free] = this.#sql.get("PRAGMA freelist_count") as [number];
    if (free > KEPT_FREE_PAGES)
      this.#sql.exec(`PRAGMA incremental_vacuum(${Math.min(free - KEPT_FREE_PAGES, PAGES_AT_ONCE)})`);
  }

  /**
   * After a commit. SQLite takes the log into the file by itself, but begins it again only at a moment without readers:
   * where others read all the time, it has to be asked for.
   */
  afterCommit(): void {
    this.#commits += 1;
    if (this.#commits % COMMITS_BETWEEN_LOOKS !== 0) return;
    const { path, walLimitBytes } = this.#settings;
    if (statSync(`${path}-wal`).size <= walLimitBytes) return;
    const [patience] = this.#sql.get("PRAGMA busy_timeout") as [number];
    this.#sql.exec(`PRAGMA busy_timeout = ${READER_PATIENCE_MS}`);
    try {
      this.#sql.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      this.#sql.exec(`PRAGMA busy_timeout = ${patience}`);
    }
  }
}
