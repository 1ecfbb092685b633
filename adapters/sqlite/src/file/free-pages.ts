import type { Sql } from "./sql.ts";

/** Free pages that stay in the file: the next runs take them. */
const KEPT_FREE_PAGES = 256;
/** Pages given back after one sweep: some ten milliseconds of work. */
const PAGES_AT_ONCE = 500;

/** After runs were removed: gives pages that hold nothing back to the file system. */
export function giveBackPages(sql: Sql): void {
  const [free] = sql.get("PRAGMA freelist_count") as [number];
  if (free > KEPT_FREE_PAGES)
    sql.exec(`PRAGMA incremental_vacuum(${Math.min(free - KEPT_FREE_PAGES, PAGES_AT_ONCE)})`);
}
