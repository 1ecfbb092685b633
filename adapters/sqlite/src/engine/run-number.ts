import type { FileParts } from "./file-parts.ts";

/** The number of a run, by which what belongs to it is kept; `null` where there is none. */
export function runNumber({ sql, names }: FileParts, tenant: string, id: string): number | null {
  const row = sql.get("SELECT n FROM runs WHERE tenant = ? AND id = ?", names.tenant(tenant) ?? 0, id);
  return (row?.[0] as number | undefined) ?? null;
}
