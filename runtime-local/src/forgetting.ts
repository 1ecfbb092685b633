import { reportWarning } from "@mojob/core/engine";

const WARNING =
  "Runs are kept in memory and forgotten with this process; pass the stores of openSqlite() to keep them, or inMemory: true";

let hasWarned = false;

/** Says once in a process that its runs are forgotten: it is seldom what the author of a program wants. */
export function warnOfForgetting(onWarning: (warning: string) => void = reportWarning): void {
  if (hasWarned) return;
  hasWarned = true;
  onWarning(WARNING);
}
