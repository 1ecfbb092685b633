import { closeSync, fsyncSync, openSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { makeOwnFile } from "./own-file.ts";
import { FileRefusal } from "./refusal.ts";
import { APPLICATION_ID } from "./schema.ts";
import { Sql } from "./sql.ts";

/**
 * Writes a copy of a file as it is at one moment, also while its owner writes to it; returns once it is on the disk.
 * @throws FileRefusal for a file that is not a store's, or where the target exists
 */
export function copyFile(path: string, target: string): void {
  const sql = new Sql(new DatabaseSync(path, { readOnly: true, timeout: 2000 }));
  try {
    const [application] = sql.get("PRAGMA application_id") as [number];
    if (application !== APPLICATION_ID)
      throw new FileRefusal("configuration", `Cannot copy "${path}": it is not a file of MoJobScheduler`);
    const isOwn = makeOwnFile(target);
    try {
      sql.run("VACUUM INTO ?", target);
    } catch (error) {
      if (isOwn) rmSync(target, { force: true });
      throw error;
    }
  } finally {
    sql.close();
  }
  const copy = openSync(target, "r+");
  fsyncSync(copy);
  closeSync(copy);
}
