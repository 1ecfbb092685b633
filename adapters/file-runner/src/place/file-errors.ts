import { WorkError, WorkErrorCode } from "@mojob/core/ports";

/** The errors that a place itself is the reason for; another attempt does not change them. */
export function pathRefused(name: string, line: string): WorkError {
  return new WorkError(WorkErrorCode.PathRefused, { name, line });
}

/** A file that is not there, or is none. */
export function unavailable(name: string, line?: string): WorkError {
  return new WorkError(WorkErrorCode.FileUnavailable, { name, ...(line !== undefined && { line }) });
}

export function alreadyThere(name: string): WorkError {
  return new WorkError(WorkErrorCode.FileExists, { name });
}

/** What is more than the worker allows, in megabytes or in numbers. */
export function tooLarge(name: string, line: string): WorkError {
  return new WorkError(WorkErrorCode.FileTooLarge, { name, line });
}

export function archiveRefused(name: string, line: string): WorkError {
  return new WorkError(WorkErrorCode.UnpackRefused, { name, line });
}

export function checksumDiffers(name: string, line: string): WorkError {
  return new WorkError(WorkErrorCode.ChecksumDiffers, { name, line });
}

/** The code of an error of the system, such as `ENOENT`; `null` for others. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}

/** An error of the system about a place, as one of ours: its own message names folders of the worker's machine. */
export function placeError(error: unknown, name: string): unknown {
  switch (systemCode(error)) {
    case "ENOENT":
      return unavailable(name);
    case "ENOTDIR":
      return unavailable(name, "a part of its path is no folder");
    case "EISDIR":
      return unavailable(name, "it is a folder");
    case "EEXIST":
    case "ENOTEMPTY":
      return alreadyThere(name);
    case "ENOSPC":
    case "EDQUOT":
      return new WorkError(WorkErrorCode.DiskFull, { name });
    case "ELOOP":
    case "EMLINK":
      return pathRefused(name, "it is a link");
    case "ENXIO":
      return pathRefused(name, "it is no plain file");
    case "ENAMETOOLONG":
      return pathRefused(name, "it is too long for the file system");
    case "EILSEQ":
      return pathRefused(name, "it has a character that the file system does not take");
    case "EACCES":
    case "EPERM":
      return pathRefused(name, "the worker's user has no permission for it");
    case "EROFS":
      return pathRefused(name, "its file system cannot be written");
    default:
      return error;
  }
}
