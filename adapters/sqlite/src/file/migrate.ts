import { FileRefusal } from "./refusal.ts";
import { APPLICATION_ID, MIGRATIONS } from "./schema.ts";
import type { Sql } from "./sql.ts";

/**
 * Brings a file to this version's schema, all steps in one transaction.
 * @throws FileRefusal for a file of another program or of a newer version
 */
export function migrate(sql: Sql, path: string, migrations: readonly string[] = MIGRATIONS): void {
  const application = pragma(sql, "application_id");
  const version = pragma(sql, "user_version");
  const [objects] = sql.get("SELECT count(*) FROM sqlite_schema") as [number];
  const isNew = application === 0 && version === 0 && objects === 0;
  if (!isNew && application !== APPLICATION_ID) {
    throw new FileRefusal(
      "configuration",
      `Cannot use "${path}": it is a SQLite file of another program; name a path of its own`,
    );
  }
  if (version > migrations.length) {
    throw new FileRefusal(
      "configuration",
      `Cannot use "${path}": a newer version has written it (schema ${version}, this version knows ${migrations.length}); ` +
        "start that version, or restore a backup from before the upgrade",
    );
  }
  if (version === migrations.length) return;
  sql.exec("BEGIN IMMEDIATE");
  try {
    for (const step of migrations.slice(version)) sql.exec(step);
    sql.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    sql.exec(`PRAGMA user_version = ${migrations.length}`);
    sql.exec("COMMIT");
  } catch (error) {
    sql.exec("ROLLBACK");
    throw error;
  }
}

function pragma(sql: Sql, name: string): number {
  const [value] = sql.get(`PRAGMA ${name}`) as [number];
  return value;
}
