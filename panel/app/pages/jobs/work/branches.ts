/** A branch of a condition as the form shows it. */
export interface BranchRow {
  readonly name: string;
  readonly when: string;
}

/** `null` for branches that rows cannot show, as a newer API may have them. */
export function branchRows(branches: unknown): readonly BranchRow[] | null {
  if (branches === undefined) return [];
  return Array.isArray(branches) && branches.every(isRow) ? branches : null;
}

function isRow(value: unknown): value is BranchRow {
  if (typeof value !== "object" || value === null) return false;
  const { name, when, ...others } = value as Readonly<Record<string, unknown>>;
  return typeof name === "string" && typeof when === "string" && Object.keys(others).length === 0;
}
