/** The primary result codes this package distinguishes (https://sqlite.org/rescode.html). */
export const SqliteCode = {
  Busy: 5,
  ReadOnly: 8,
  IoError: 10,
  Corrupt: 11,
  Full: 13,
  CannotOpen: 14,
  NotADatabase: 26,
} as const;
export type SqliteCode = (typeof SqliteCode)[keyof typeof SqliteCode];

/** Deno throws some errors without their code; the text is SQLite's own and the same everywhere. */
const TEXTS: readonly (readonly [RegExp, SqliteCode])[] = [
  [/database is locked/, SqliteCode.Busy],
  [/readonly database/, SqliteCode.ReadOnly],
  [/disk I\/O error/, SqliteCode.IoError],
  [/malformed/, SqliteCode.Corrupt],
  [/database or disk is full/, SqliteCode.Full],
  [/unable to open/, SqliteCode.CannotOpen],
  [/file is not a database/, SqliteCode.NotADatabase],
];

/** The primary result code of a driver's error; `null` for any other error. */
export function sqliteCodeOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode & 0xff;
  return TEXTS.find(([text]) => text.test(error.message))?.[1] ?? null;
}
