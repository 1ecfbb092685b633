import type { Sql } from "../../file/sql.ts";

/** Numbers that are never given twice, whatever is removed. */
export type SequenceName = "tenant" | "ended" | "state";

/** Takes the next number. */
export function nextOf(sql: Sql, name: SequenceName): number {
  const [value] = sql.get("UPDATE sequences SET value = value + 1 WHERE name = ? RETURNING value", name) as [
    number,
  ];
  return value;
}

export function lastOf(sql: Sql, name: SequenceName): number {
  const [value] = sql.get("SELECT value FROM sequences WHERE name = ?", name) as [number];
  return value;
}

export function saveLast(sql: Sql, name: SequenceName, value: number): void {
  sql.run("UPDATE sequences SET value = ? WHERE name = ?", value, name);
}
