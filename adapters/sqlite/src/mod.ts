export { backupSqlite } from "./backup-sqlite.ts";
export { openSqlite, type SqliteStores } from "./open-sqlite.ts";
export type { SqliteOptions } from "./sqlite-options.ts";
