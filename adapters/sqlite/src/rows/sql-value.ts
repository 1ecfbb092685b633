/** The value of a column. */
export type SqlValue = string | number | null;
