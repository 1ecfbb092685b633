/** A row of a table by its columns' names; `null` is SQL's NULL. */
export interface TableRow {
  readonly line: number;
  readonly values: Readonly<Record<string, string | null>>;
}

/** The rows of the two tables an import needs. */
export interface XxlTables {
  readonly jobs: readonly TableRow[];
  readonly groups: readonly TableRow[];
}
