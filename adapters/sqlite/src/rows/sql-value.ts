/** What a column holds. */
export type SqlValue = string | number | null;
