import { MoJobError, MoJobErrorCode } from "@mojob/core";

/** Why a file is refused. */
export const RefusedFor = {
  /** It is no export: no gzip, no UTF-8, no JSON, or a line that no export has. */
  Foreign: "foreign",
  /** A later version has made it. */
  Version: "version",
  /** Its lines are not those that were written. */
  Changed: "changed",
  /** Its end is missing. */
  Cut: "cut",
  /** It holds more than a file may. */
  TooLarge: "too_large",
  /** A value in it cannot be. */
  Invalid: "invalid",
} as const;
export type RefusedFor = (typeof RefusedFor)[keyof typeof RefusedFor];

/** @param line from 1; 0 is before the first */
export function refusedFile(problem: RefusedFor, line: number, what: string, cause?: unknown): MoJobError {
  return new MoJobError(
    MoJobErrorCode.ArchiveRefused,
    `Cannot import this file: line ${line}: ${what}. Nothing of it is kept`,
    { parameters: { problem, line }, ...(cause !== undefined && { cause }) },
  );
}
