/** How a value of a statement is written in the form. */
export const SQL_VALUE_KINDS = ["arg", "text", "number", "true", "false", "null"] as const;
export type SqlValueKind = (typeof SQL_VALUE_KINDS)[number];

/** One value as its row shows it. */
export interface SqlValueRow {
  readonly kind: SqlValueKind;
  /** A pointer into the arguments, a text, or digits; empty for the others. */
  readonly text: string;
}

/** The rows of values; `null` where no row can show one of them. */
export function sqlRows(values: unknown): readonly SqlValueRow[] | null {
  if (values === undefined) return [];
  if (!Array.isArray(values)) return null;
  const rows = values.map(rowOf);
  return rows.some((row) => row === null) ? null : (rows as readonly SqlValueRow[]);
}

/** The value of a row, as the API takes it; 0 for digits that are no number yet. */
export function sqlValue({ kind, text }: SqlValueRow): unknown {
  switch (kind) {
    case "arg":
      return { arg: text };
    case "text":
      return text;
    case "number":
      return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : 0;
    case "true":
      return true;
    case "false":
      return false;
    case "null":
      return null;
  }
}

function rowOf(value: unknown): SqlValueRow | null {
  if (value === null) return { kind: "null", text: "" };
  if (typeof value === "boolean") return { kind: value ? "true" : "false", text: "" };
  if (typeof value === "string") return { kind: "text", text: value };
  if (typeof value === "number") return { kind: "number", text: String(value) };
  const { arg } = (typeof value === "object" ? value : {}) as { readonly arg?: unknown };
  return typeof arg === "string" ? { kind: "arg", text: arg } : null;
}
