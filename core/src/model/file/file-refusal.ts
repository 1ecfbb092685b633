import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { FileLimits } from "./stored-file.ts";

/** For a store whose writer has read more than a file may have. */
export function tooLarge(name: string, { mostBytes }: FileLimits): MoJobError {
  return refused(name, `it has more than ${mostBytes} bytes`);
}

/** For a store that has as many files of the run as it may have. */
export function tooMany(name: string, { mostFiles }: FileLimits): MoJobError {
  return refused(name, `its run has ${mostFiles} files already`);
}

function refused(name: string, why: string): MoJobError {
  return new MoJobError(MoJobErrorCode.FileRefused, `Cannot store file ${JSON.stringify(name)}: ${why}`);
}
