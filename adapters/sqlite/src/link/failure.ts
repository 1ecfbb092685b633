import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";
import { FileRefusal } from "../file/refusal.ts";
import { SqliteCode, sqliteCodeOf } from "../file/sqlite-error.ts";

/** How a call failed, as plain data: a driver's errors do not leave the thread that makes a backup as they are. */
export interface Failure {
  readonly code: MoJobErrorCode;
  readonly message: string;
  /** Whether any other call would have failed the same way. */
  readonly isOfAll: boolean;
}

const CODES: Readonly<Record<FileRefusal["kind"], MoJobErrorCode>> = {
  configuration: MoJobErrorCode.InvalidConfiguration,
  held: MoJobErrorCode.LockHeld,
};

/** The advice about failures of the file or the disk, by primary result code. */
const ADVICE: Readonly<Record<number, string>> = {
  [SqliteCode.Busy]: "another process writes to it; end that one",
  [SqliteCode.ReadOnly]: "make the file and its folder writable",
  [SqliteCode.IoError]: "check the disk",
  [SqliteCode.Corrupt]: "the file is damaged: stop, and put a backup in its place",
  [SqliteCode.Full]: "make room on the disk; nothing else is needed",
};

export function toFailure(error: unknown, path: string): Failure {
  if (error instanceof FileRefusal) return { code: CODES[error.kind], message: error.message, isOfAll: true };
  const reason = error instanceof Error ? error.message : String(error);
  const code = sqliteCodeOf(error);
  const advice = code === null ? undefined : ADVICE[code];
  return {
    code: MoJobErrorCode.StoreUnavailable,
    message: `Cannot use "${path}": ${reason}${advice === undefined ? "" : `; ${advice}`}`,
    isOfAll: advice !== undefined,
  };
}

/** The error of calls whose commit could not be synced: how much of it is kept is unknown. */
export function toSyncError(error: unknown, path: string): MoJobError {
  const reason = error instanceof Error ? error.message : String(error);
  return new MoJobError(
    MoJobErrorCode.StoreUnavailable,
    `Cannot use "${path}": its log was not written to the disk (${reason}); check the disk, and the room on it`,
  );
}

export function toMoJobError({ code, message }: Failure): MoJobError {
  return new MoJobError(code, message);
}
